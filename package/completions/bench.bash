# bash completion for bench and mhz.  Verbs and options are read from --help, so that
# they are always those of the program that is installed.
_bench()
{
	local word=${COMP_WORDS[COMP_CWORD]} verb= i
	COMPREPLY=()
	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-*) ;;
		*) verb=${COMP_WORDS[i]}; break ;;
		esac
	done
	if [[ ${COMP_WORDS[0]##*/} == mhz ]]; then
		_bench_options "$word" "${COMP_WORDS[0]}" --help
	elif [[ -z $verb ]]; then
		COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" --help 2>/dev/null |
			sed -n 's/^  \([a-z][a-z]*\) .*/\1/p') --help --version" -- "$word"))
	elif [[ $word == -* ]]; then
		_bench_options "$word" "${COMP_WORDS[0]}" "$verb" --help
	fi
	# what is left to the shell: file names
}

_bench_options()
{
	local word=$1
	shift
	COMPREPLY=($(compgen -W "$("$@" 2>/dev/null | grep -oE -e '(^|[ ,(])--[a-z][a-z-]*' |
		tr -d ' ,(' | sort -u)" -- "$word"))
}

complete -o default -F _bench bench mhz
