#!/bin/sh
# The shell's part of `bench versus --git` (tools/versus/gate.c): the build embeds it.
#
#   build REVISION LINE KEPT PROGRAMS SCRIPT [BASE]  checks a revision out and builds it
#   relink BUILT BENCH PROGRAM TIME COUNT SEED KEEP  links a program again, with other layouts
#   elsewhere BUILT NAME                             finds an executable of this name
#   explain CHANGES COUNTS                           names the functions behind a change
#
# BUILT is the folder that keeps a build: the work tree is in BUILT/tree, next to what the build made
# next to the work tree.  While it is built, and again while its programs run, BUILT is ROOT/tree.
#
# As ld, ld.gold and so on, which compilers find by COMPILER_PATH, it links, and records how.
# SPDX-License-Identifier: MIT

complain() { echo "bench versus: $*" >&2; exit 1; }

# Links, and records the link of each program of the gate and of each shared library, with copies of
# the compiler's temporary files and the linker's map, which shows where texts are.
link() {
	ld=${0##*/} out=a.out last=''
	for word; do
		[ "$last" != -o ] || out=$word
		last=$word
	done
	case /$BENCH_GATE_PROGRAMS/ in
	*/"${out##*/}"/*) ;;
	*)
		case " $* " in
		*' -shared '*) ;;
		*) exec "$ld" "$@" ;;
		esac ;;
	esac
	kept=$out.link
	rm -rf "$kept"
	for word; do                    # symbols are not loaded, but tell functions and objects apart
		shift
		case $word in -s | --strip-all) ;; *) set -- "$@" "$word" ;; esac
	done
	mkdir "$kept" || exec "$ld" "$@"
	case " $* " in
	*' -Map'* | *' --Map'*) "$ld" "$@" || exit ;;
	*) "$ld" "$@" -Map="$kept/map" 2>"$kept/errors" || "$ld" "$@" || exit ;;
	esac
	for word in "$PWD" "COLLECT_GCC=${COLLECT_GCC-}" "COLLECT_GCC_OPTIONS=${COLLECT_GCC_OPTIONS-}" \
		"COLLECT_LTO_WRAPPER=${COLLECT_LTO_WRAPPER-}" "$ld" "$@"; do
		case $word in
		*-fresolution=*) word=${word%%/*}$kept/res ;;
		"${TMPDIR:-/tmp}"/*)
			[ ! -f "$word" ] || {
				cp "$word" "$kept"
				word=$kept/${word##*/}
			} ;;
		esac
		printf '%s\0' "$word"
	done >"$kept/command"
	exit 0
}

# Submodules, and theirs, from the repositories that are here; the others' folders stay empty, as
# the user's are.  $1, $2: the git folders of the working tree and of what its worktrees share.
submodules() {
	[ -f .gitmodules ] || return 0
	git config -f .gitmodules --get-regexp '^submodule\..*\.path$' | while read -r key path; do
		module=${key#submodule.}
		module=${module%.path}
		for from in "$1" "$2"; do
			[ -d "$from/modules/$module" ] || continue
			git submodule -q init -- "$path" && git config "submodule.$module.url" "$from/modules/$module" &&
				git -c protocol.file.allow=always -c core.hooksPath=/dev/null submodule -q update -- "$path" &&
				(cd "$path" && submodules "$from/modules/$module" "$from/modules/$module") || exit 1
			break
		done
	done
}

# The working tree as a commit of the clone, by an index of its own.  $1: a built tree, what its
# build made is not added.  Sets commit and name.
working_tree() {
	dirty=$(git submodule --quiet foreach --recursive 'git diff --quiet HEAD || echo "$displaypath"' \
		2>/dev/null | tr '\n' ' ')
	[ -z "$dirty" ] || complain "--git: changes within submodules are not committed: $dirty"
	index=$(git rev-parse --git-path index)
	{
		cat "$(git config --path core.excludesFile ||
			echo "${XDG_CONFIG_HOME:-${HOME-}/.config}/git/ignore")" 2>/dev/null
		git -C "$1/tree" ls-files -oz | tr '\0' '\n' | sed 's/[][\*?!# ]/\\&/g; s|^|/|'
	} >"$root/products"
	[ ! -f "$index" ] || cp -p "$index" "$root/index"   # git compares its time
	GIT_INDEX_FILE=$root/index GIT_OBJECT_DIRECTORY=$root/objects GIT_ALTERNATE_OBJECT_DIRECTORIES=$own
	export GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
	git -c core.excludesFile="$root/products" add -A && new=$(git write-tree) ||
		complain '--git: cannot read the working tree'
	if [ "$new" != "$(git rev-parse "$commit^{tree}")" ]; then
		commit=$(GIT_AUTHOR_DATE='@0 +0000' GIT_COMMITTER_DATE='@0 +0000' git -c user.name=- \
			-c user.email=- commit-tree "$new" -p "$commit" -m 'working tree') || exit 1
		name='working tree'
	fi
	unset GIT_INDEX_FILE GIT_OBJECT_DIRECTORY
}

# On a terminal: how long a build has taken, and its latest line.  $1: the revision; $2: the log.
watch() {
	seconds=0
	while sleep 1 && kill -0 $$ 2>/dev/null; do
		seconds=$((seconds + 1))
		printf '\r\033[Kbuilding %s, %d s  %.50s' "$1" $seconds \
			"$(tail -n 1 "$2" | LC_ALL=C tr -cd ' -~')" >&2
	done
}

unwatch() {
	[ "$watched" ] || return 0
	kill "$watched" && printf '\r\033[K' >&2
	watched=
}

# Puts libraries back as they were built: a gate that was killed left another layout.  $1: BUILT.
put_back() {
	[ ! -f "$1/relinked" ] || while IFS= read -r file; do
		[ ! -f "$1/$file.link/built" ] || cmp -s "$1/$file.link/built" "$1/$file" || {
			cp -p "$1/$file.link/built" "$1/$file.copy" && mv -f "$1/$file.copy" "$1/$file"
		} || return
	done <"$1/relinked"
}

# $1: revision, "" for the working tree; $2: build line; $3: how many builds are kept; $4: names of
# programs, with slashes between; $5: this script; $6: the base's BUILT.  Prints BUILT, the
# revision's short name and the user's folder in the tree, with tabs between.
build() {
	command -v git >/dev/null || complain '--git: no git'
	GIT_OPTIONAL_LOCKS=0 SOURCE_DATE_EPOCH=0
	export GIT_OPTIONAL_LOCKS SOURCE_DATE_EPOCH
	unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_OBJECT_DIRECTORY
	top=$(git rev-parse --show-toplevel 2>&1) || complain "--git: not in a git work tree: ${top#fatal: }"
	prefix=$(git rev-parse --show-prefix)
	cd "$top" || exit 1
	commit=$(git rev-parse -q --verify "${1:-HEAD}^{commit}") || {
		[ "$(git rev-parse --is-shallow-repository)" != true ] ||
			complain "--git: no revision '$1' in this shallow clone (git fetch --unshallow; of" \
				"actions/checkout: fetch-depth: 0)"
		complain "--git: no revision '$1' here"
	}
	root=libbench/gate-$(printf %s "$top" | cksum | tr ' ' -)
	cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}
	if ! mkdir -p "$cache/$root/objects" 2>/dev/null || [ ! -w "$cache/$root" ]; then
		# a home that cannot be written to; a folder of another user is refused
		cache=${TMPDIR:-/tmp}/bench-cache-$(id -u)
		mkdir -m 700 "$cache" 2>/dev/null
		[ "$(find "$cache" -prune -type d -user "$(id -u)")" ] && mkdir -p "$cache/$root/objects" ||
			complain "cannot make $cache/$root"
	fi
	root=$(cd "$cache/$root" && pwd -P) || exit 1
	# from the second build on, the gate itself has the lock
	exec 9>"$root/lock"
	[ -z "$6" ] && command -v flock >/dev/null && { flock -n 9 || {
		echo 'waiting for another gate' >&2
		flock 9
	}; }
	place=$root/tree
	tree=$place/tree
	watched=
	trap 'unwatch; rm -rf "$place" "$root/fetched" "$root/index" "$root/products"' EXIT
	trap 'exit 1' INT TERM HUP
	rm -rf "$place"
	name=$(git rev-parse --short "$commit")
	own=$(git rev-parse --git-path objects)
	case $own in /*) ;; *) own=$top/$own ;; esac
	[ -n "$1" ] || working_tree "$6"
	GIT_ALTERNATE_OBJECT_DIRECTORIES=$root/objects
	export GIT_ALTERNATE_OBJECT_DIRECTORIES
	system=$(ls -ldLn /etc/ld.so.cache /usr/include /usr/lib /usr/lib64 /usr/lib/*-*-* \
		/usr/local/include /usr/local/lib 2>/dev/null; ${CC:-cc} --version 2>/dev/null)
	key=$(git rev-parse "$commit^{tree}")-$(printf %s "$2 $4 $5 $prefix ${CC-} ${CFLAGS-} ${LDFLAGS-} \
		${PKG_CONFIG_PATH-} $system" | cksum | tr ' ' -)
	if [ -d "$root/$key" ]; then
		touch "$root/$key" && put_back "$root/$key" || exit 1
		printf '%s\t%s\t%s\n' "$root/$key" "$name" "$prefix"
		exit 0
	fi
	echo "bench versus: building $name" >&2
	# a partial clone lacks contents: one request fetches those of the commit
	if git config --get-regexp '^remote\..*\.promisor$' >/dev/null; then
		mkdir -p "$root/fetched"
		GIT_INDEX_FILE=$root/index GIT_LFS_SKIP_SMUDGE=1 git -c core.hooksPath=/dev/null \
			-c core.sparseCheckout=false --work-tree="$root/fetched" read-tree --reset -u "$commit" ||
			complain "--git: cannot fetch what this partial clone lacks of $name"
		rm -rf "$root/fetched" "$root/index"
	fi
	# not a clone, which worktrees, submodules and shallow clones do not all permit
	mkdir "$place" && touch "$place/began" && git init -q --template= "$tree" && mkdir -p "$tree/.git/objects/info" &&
		printf '%s\n' "$own" "$root/objects" >"$tree/.git/objects/info/alternates" || exit 1
	shallow=$(git rev-parse --git-path shallow)
	[ ! -f "$shallow" ] || cp "$shallow" "$tree/.git/shallow"
	git for-each-ref --format='create %(refname) %(objectname)' refs/tags |
		GIT_ALTERNATE_OBJECT_DIRECTORIES='' git -C "$tree" update-ref --stdin
	git -C "$tree" remote add origin "$top"
	modules=$(git rev-parse --absolute-git-dir)
	common=$(cd "$(git rev-parse --git-common-dir)" && pwd)
	unset GIT_ALTERNATE_OBJECT_DIRECTORIES
	# large files that are here already, or pointers to them as the user has them
	git -C "$tree" config lfs.storage "$common/lfs"
	[ "$(find "$common/lfs/objects" -type f 2>/dev/null | head -n 1)" ] || export GIT_LFS_SKIP_SMUDGE=1
	cd "$tree" && git -c core.hooksPath=/dev/null checkout -q --detach "$commit" ||
		complain "--git: cannot check out $name"
	submodules "$modules" "$common" || complain '--git: cannot check out submodules'
	mkdir -p "$root/linker" && printf '%s\n' "$5" >"$root/linker/ld" && chmod +x "$root/linker/ld" ||
		exit 1
	for ld in ld.bfd ld.gold ld.lld ld.mold; do
		! command -v $ld >/dev/null || cp "$root/linker/ld" "$root/linker/$ld"
	done
	export COMPILER_PATH="$root/linker${COMPILER_PATH:+:$COMPILER_PATH}" BENCH_GATE_PROGRAMS="$4"
	[ -d "./$prefix" ] || complain "--git: there is no folder $prefix at $name"
	: >"$root/log"
	if [ -t 2 ]; then
		watch "$name" "$root/log" >/dev/null 9>&- &
		watched=$!
	fi
	if ! (cd "./$prefix" && sh -c "$2") 9>&- >"$root/log" 2>&1 </dev/null; then
		unwatch
		tail -n 20 "$root/log" >&2
		df -Pk "$root" | awk 'END { exit $4 < 1000 }' || complain "no space in $root"
		complain "--build: '$2' failed at $name"
	fi
	unwatch
	cd "$root" && touch "$place/ended" && mv "$place" "$root/$key" || exit 1
	ls -td "$root"/*-*-*/ | sed "1,$3d" | while read -r old; do rm -rf "$old"; done
	printf '%s\t%s\t%s\n' "$root/$key" "$name" "$prefix"
}

# $1: BUILT; $2: this program; $3: the path of the program to link again, at the place where it was
# built; $4: time for it; $5: how many times, twice, at once; $6: the seed of the first half,
# after which its folder is named, as that of the second half is after $6 + $5; $7: "keep" copies
# the file as it was built, because layouts of a library take its place.  Nothing needs the debug
# information of these programs.
relink() {
	[ ! -d "$3.variants/$6" ] && [ -f "$3.link/command" ] || exit 0
	root=${1%/*}
	mkdir -p "$3.variants" && { [ "$7" != keep ] || [ -f "$3.link/built" ] || {
		printf '%s\n' "${3#"$1"/}" >>"$1/relinked" && cp -p "$3" "$3.link/copy" && mv "$3.link/copy" "$3.link/built"
	}; } || complain "cannot copy $3 to $3.link/built"
	trap 'rm -rf "$root/tree"' EXIT
	trap 'exit 1' INT TERM HUP
	rm -rf "$root/tree"
	ln -s "$1" "$root/tree" && echo "bench versus: linking ${3##*/} again" >&2 || exit 0
	xargs -0 -s 120000 -x sh -c 'bench=$1 out=$2 time=$3 n=$4 seed=$5
		cd "$6" && export "$7" "$8" "$9" && shift 9 &&
		for first in "$seed" "$((seed + n))"; do
			{       # a gate that is killed meanwhile leaves no layouts, rather than some
				rm -rf "$out.variants/$first.part"
				"$bench" relink -n "$n" --seed "$first" -t "$time" -o "$out.variants/$first.part" -- "$@" -S
				mv "$out.variants/$first.part" "$out.variants/$first"
			} &
		done
		wait' \
		sh "$2" "$root/tree${3#"$1"}" "$4" "$5" "$6" <"$3.link/command" >/dev/null 2>&1
	exit 0
}

# Prints the path of the first executable with a name.  $1: BUILT; $2: the name.
elsewhere() {
	cd "$1/tree" && find . -name "$2" -type f -perm -u+x | sed -n 's|^\./||; 1p'
}

# Names of C++ without parameters and template arguments.
readable() {
	if command -v c++filt >/dev/null; then
		c++filt -p | sed -e ':a' -e 's/<[^<>]*>//g' -e 'ta'
	else
		cat
	fi
}

# How many bytes of a function each function has that is inlined into it.  $1: the program; $2, $3:
# address and bytes; $4: a word for the side.
inlined() {
	awk -v at="$2" -v n="$3" 'BEGIN { for (i = 0; i < n && i < 20000; i++) printf "0x%x\n", at + i }' |
		addr2line -a -i -f -s -e "$1" 2>/dev/null | awk -v side="$4" '/^0x/ { getline; bytes[$0]++ }
		END { for (name in bytes) print side "\t" bytes[name] "\t" name }'
}

# $1: lines of a function or object that differs: its name, and of a function the program, address
# and bytes of both builds, with tabs between.  $2: instructions by function.  Prints one line.
explain() {
	tab=$(printf '\t')
	{
		printf '%s\n' "$1" | while IFS=$tab read -r name old at n new to m; do
			[ "$name" ] || continue
			more=
			[ ! "$m" ] || ! command -v addr2line >/dev/null || more=$({
				inlined "$old" "$at" "$n" old
				inlined "$new" "$to" "$m" new
			} | awk -F"$tab" -v own="$name" '$3 != own && $3 != "??" {
					by[$3] += $1 == "new" ? $2 : -$2
					sides[$3]++
				}
				END {
					for (name in by) {      # those of one build before those of another size
						rank = by[name] < 0 ? -by[name] : by[name]
						rank += sides[name] == 1 ? 1000000 : 0
						print rank, name
					}
				}' | sort -rn | awk 'NR == 1 { most = $1 }
					$1 > 0 && NR <= 2 && (most < 1000000 || $1 >= 1000000) { printf "%s%s", (NR == 1 ? "" : ", "), $2 }')
			printf '%s%s%s' "$comma" "$name" "${more:+ (inlines $more)}"
			comma=', '
		done | sed 's/^./changed: &/'
		[ ! "$1" ] || [ ! "$2" ] || printf '; '
		printf '%s\n' "$2"
	} | readable
}

case ${0##*/} in
ld | ld.*) link "$@" ;;
esac
"$@"
