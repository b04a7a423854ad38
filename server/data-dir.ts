// Where DATA_DIR may be.
import { resolve, sep } from 'node:path'

/** PostgreSQL's own limit is 1,023 bytes, and it puts names of its files behind. */
const DATA_DIR_BYTES = 800

/** `pg_ctl` hands the path to a shell within double quotes: signs that mean something there are refused. */
export function checkedDataDir(value = './data'): string {
  const path = resolve(value)
  const special = sep === '/' ? /[`$"\\\p{Cc}]/u : /[`$"\p{Cc}]/u
  if (special.test(path)) throw new Error('路径不能含有 ` $ " \\ 和控制字符')
  if (Buffer.byteLength(path) > DATA_DIR_BYTES) throw new Error(`路径最长 ${DATA_DIR_BYTES} 字节`)
  return path
}
