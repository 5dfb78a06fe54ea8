#!/bin/sh
# QtTest 5.15.8: QBENCHMARK reads its clock in whole milliseconds. QBENCHMARK_ONCE of some tenths of a millisecond is 0, and
# totals are whole numbers: three pauses of 2.1 ms are 6 ms. The CSV, called suitable for benchmarks in the help, has the same digits.
# Guess: a clock of nanoseconds is read, as QElapsedTimer offers one.
# Seen: "once","","WalltimeMilliseconds",0,0,1 and "pause","","WalltimeMilliseconds",2,6,3
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in g++ pkg-config qtbase5-dev; do
	dpkg -s "$package" >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
cat >t.cpp <<'END'
#include <QtTest>
#include <ctime>

class T : public QObject {
	Q_OBJECT
private slots:
	void once()
	{
		timespec start, now;
		double ms = 0;
		QBENCHMARK_ONCE {
			clock_gettime(CLOCK_MONOTONIC, &start);
			do {
				clock_gettime(CLOCK_MONOTONIC, &now);
				ms = (now.tv_sec - start.tv_sec) * 1e3 + (now.tv_nsec - start.tv_nsec) / 1e6;
			} while (ms < 0.3);
		}
	}
	void pause()
	{
		QBENCHMARK { QTest::qWait(2); }
	}
};
QTEST_GUILESS_MAIN(T)
#include "t.moc"
END
moc t.cpp -o t.moc
g++ -O1 -fPIC t.cpp -o t $(pkg-config --cflags --libs Qt5Test Qt5Core)
# A preempted run may take a millisecond or more, so the least of twenty counts.
for i in $(seq 20); do ./t -csv once; done | grep WalltimeMilliseconds | sort | head -1 >once
./t -csv -iterations 3 pause | grep WalltimeMilliseconds >pause
cat once pause
grep -qx '"once","","WalltimeMilliseconds",0,0,1' once
grep -Eqx '"pause","","WalltimeMilliseconds",[0-9.]+,[0-9]+,3' pause
