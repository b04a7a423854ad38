// Every environment variable, read and checked once at start; a wrong value stops the start with one line.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from './db/start-error.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Reader<T> = (environment: Environment) => T

/** The names that are read, for the test that compares them with `.env.example`. */
export const variables: string[] = []

function variable<T>(name: string, parse: (text: string | undefined) => T): Reader<T> {
  variables.push(name)
  return (environment) => {
    try {
      return parse(environment[name]?.trim() || undefined)
    } catch (error) {
      throw new StartError(`环境变量 ${name} 的值不正确：${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

const text = (name: string, fallback: string) => variable(name, (value) => value ?? fallback)
const optional = (name: string) => variable(name, (value) => value)

const integer = (name: string, fallback: number, least: number, most: number) =>
  variable(name, (value) => {
    const number = value === undefined ? fallback : Number(value)
    if (!Number.isInteger(number) || number < least || number > most) throw new Error(`应为 ${least} 到 ${most} 的整数`)
    return number
  })

const oneOf = <const T extends string>(name: string, values: readonly T[], fallback: T) =>
  variable(name, (value) => {
    const found = values.find((each) => each === (value ?? fallback))
    if (!found) throw new Error(`应为 ${values.join('、')} 之一`)
    return found
  })

const onOff = (name: string) =>
  variable(name, (value) => {
    if (value === undefined) return undefined
    if (value !== 'on' && value !== 'off') throw new Error('应为 on 或 off')
    return value === 'on'
  })

const postgresUrl = (name: string) =>
  variable(name, (value) => {
    if (value && !/^postgres(ql)?:\/\//.test(value)) throw new Error('应以 postgresql:// 开头')
    return value
  })

const webUrl = (name: string) =>
  variable(name, (value) => {
    if (value && !/^https?:$/.test(new URL(value).protocol)) throw new Error('应以 http:// 或 https:// 开头')
    return value?.replace(/\/+$/, '')
  })

const readers = {
  nodeEnv: oneOf('NODE_ENV', ['production', 'development', 'test'], 'development'),
  port: integer('PORT', 8080, 0, 65_535),
  host: text('HOST', '127.0.0.1'),
  dataDir: variable('DATA_DIR', (value) => resolve(value ?? './data')),
  databaseUrl: postgresUrl('DATABASE_URL'),
  migrationUrl: postgresUrl('MIGRATION_URL'),
  /** Connections of one process. */
  databasePool: integer('DATABASE_POOL', 10, 2, 200),
  productKey: variable('PRODUCT_KEY', (value = 'console') => {
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(value)) throw new Error('应为小写字母、数字和连字符')
    return value
  }),
  clientId: text('CLIENT_ID', 'console'),
  clientSecret: text('CLIENT_SECRET', 'console'),
  secretKey: optional('SECRET_KEY'),
  captcha: onOff('CAPTCHA'),
  demoData: onOff('DEMO_DATA'),
  adminPassword: optional('ADMIN_PASSWORD'),
  publicUrl: webUrl('PUBLIC_URL'),
  /** Proxies in front of the server whose X-Forwarded-For is believed. */
  trustProxy: integer('TRUST_PROXY', 0, 0, 10),
  /** spec §4: ms for which the browser uses delivered permissions of other roles than administrator and sjgly. */
  permissionTime: integer('PERMISSION_TIME', 60_000, 1_000, 86_400_000),
  logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
}

type Raw = { [K in keyof typeof readers]: ReturnType<(typeof readers)[K]> }

export type Config = Omit<Raw, 'captcha' | 'demoData' | 'secretKey'> & {
  captcha: boolean
  demoData: boolean
  secretKey: string
}

const SECRET_MIN = 32

/** A key of its own for each installation, kept beside its data; several processes on one database share one by name. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret.key')
  let kept: string
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(file))
      writeFileSync(file, randomBytes(SECRET_MIN).toString('base64url'), { mode: 0o600, flag: 'wx' })
    kept = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(`不能读写 ${file}（${why}）。请改正权限，或用 DATA_DIR 指定另一个目录。`)
  }
  // A full disk or a kill may have left it empty, and whoever knows the key can make tokens.
  if (kept.length < SECRET_MIN) throw new StartError(`${file} 不完整。请从备份恢复；没有备份时删除它再启动。`)
  return kept
}

export function readConfig(environment: Environment): Config {
  const raw = Object.fromEntries(Object.entries(readers).map(([key, read]) => [key, read(environment)])) as Raw
  const production = raw.nodeEnv === 'production'
  if (production && !raw.secretKey) throw new StartError('生产环境必须设置环境变量 SECRET_KEY（至少 32 个字符）')
  if (raw.secretKey && raw.secretKey.length < SECRET_MIN) throw new StartError('环境变量 SECRET_KEY 至少 32 个字符')
  if (production && raw.captcha === false) throw new StartError('生产环境不能关闭验证码：请去掉环境变量 CAPTCHA=off')
  if (raw.migrationUrl && !raw.databaseUrl) {
    throw new StartError('设置了 MIGRATION_URL 却没有 DATABASE_URL：内置数据库不需要它，外部数据库两者都要设置')
  }
  return {
    ...raw,
    captcha: raw.captcha ?? true,
    demoData: raw.demoData ?? (!production && !raw.databaseUrl),
    secretKey: raw.secretKey ?? keptSecret(raw.dataDir),
  }
}
