#!/bin/sh
# JMeter 5.6.3, jmeter -n -t PLAN -l FILE: if FILE exists, the results of this run are appended to it, without a second header; in
# XML they are put inside the one <testResults> that is already closed. Nothing on the screen says so, and the summary there is of
# this run only. Whoever measures "before", changes the server and measures again into the same file has one sample of
# both. (With -e, a report, JMeter refuses such a file; without it -f is needed to replace the file.)
# Guess: the file is overwritten, as the output files of other load generators are.
# Seen: "CSV: 4 rows, then 8, one header; XML: 4 samples, then 8, one testResults"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >pom.xml <<'END'
<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version><dependencies>
<dependency><groupId>org.apache.jmeter</groupId><artifactId>ApacheJMeter_java</artifactId><version>5.6.3</version></dependency>
<dependency><groupId>org.apache.jmeter</groupId><artifactId>ApacheJMeter_config</artifactId><version>5.6.3</version></dependency>
</dependencies></project>
END
mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib -DincludeScope=runtime >log 2>&1
unzip -qo lib/ApacheJMeter_config-5.6.3.jar 'bin/*'
mkdir lib/ext && cp lib/ApacheJMeter_*.jar lib/ext
cat >plan.jmx <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree><TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="p"/><hashTree>
<ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="g">
<stringProp name="ThreadGroup.num_threads">1</stringProp>
<elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel"
 testclass="LoopController"><boolProp name="LoopController.continue_forever">false</boolProp>
<stringProp name="LoopController.loops">4</stringProp></elementProp></ThreadGroup><hashTree>
<JavaSampler guiclass="JavaTestSamplerGui" testclass="JavaSampler" testname="a">
<stringProp name="classname">org.apache.jmeter.protocol.java.test.JavaTest</stringProp></JavaSampler><hashTree/>
</hashTree></hashTree></hashTree></jmeterTestPlan>
END
run() { (cd bin && java -Djava.awt.headless=true -cp '../lib/*' org.apache.jmeter.NewDriver -n -t ../plan.jmx -l "../out.$1" \
	-Jjmeter.save.saveservice.output_format="$1" >../screen 2>&1); }
run csv; rows=$(grep -c ,a, out.csv)
run csv; csv="CSV: $rows rows, then $(grep -c ,a, out.csv), $(grep -c ^timeStamp out.csv) header"
run xml; samples=$(grep -c '<sample' out.xml)
run xml; xml="XML: $samples samples, then $(grep -c '<sample' out.xml), $(grep -c '<testResults' out.xml) testResults"
! grep -i append screen
echo "$csv; $xml"
[ "$csv; $xml" = "CSV: 4 rows, then 8, 1 header; XML: 4 samples, then 8, 1 testResults" ]
