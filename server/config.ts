// Every environment variable, read and checked once at start; a wrong value stops the start with one line.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkGivenPassword } from '#contract/validation.ts'
import { parseQuiet } from '#server/core/outbox/quiet.rules.ts'
import { StartError } from '#server/db/start-error.ts'
import { checkedDataDir } from './data-dir.ts'
import { parseFrameAllow } from './frame-allow.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Reader<T> = (environment: Environment) => T

/** Where short messages are sent. */
const smsUrls = { aliyun: 'https://dysmsapi.aliyuncs.com', tencent: 'https://sms.tencentcloudapi.com' } as const

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

/** Hosts, as `host` or `host:port`, separated by commas. */
const hosts = (name: string) =>
  variable(name, (value = '') => {
    const found = value.split(',').flatMap((each) => each.trim().toLowerCase() || [])
    const wrong = found.find((each) => !/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(each))
    if (wrong) throw new Error(`${wrong} 不是“主机”或“主机:端口”`)
    return found
  })

const address = (name: string, fallback: string) => {
  const read = webUrl(name)
  return (environment: Environment) => read(environment) ?? fallback
}

/** The way to sign in through WeChat Work or WeChat: switched on by the client id, then the others are needed too. */
const wecom = {
  /** The corporation's id. */
  clientId: optional('OAUTH_WECOM_CLIENT_ID'),
  clientSecret: optional('OAUTH_WECOM_CLIENT_SECRET'),
  agentId: optional('OAUTH_WECOM_AGENT_ID'),
  authorizeUrl: address('OAUTH_WECOM_AUTHORIZE_URL', 'https://login.work.weixin.qq.com/wwlogin/sso/login'),
  tokenUrl: address('OAUTH_WECOM_TOKEN_URL', 'https://qyapi.weixin.qq.com/cgi-bin/gettoken'),
  userUrl: address('OAUTH_WECOM_USER_URL', 'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo'),
}
const wechat = {
  clientId: optional('OAUTH_WECHAT_CLIENT_ID'),
  clientSecret: optional('OAUTH_WECHAT_CLIENT_SECRET'),
  authorizeUrl: address('OAUTH_WECHAT_AUTHORIZE_URL', 'https://open.weixin.qq.com/connect/qrconnect'),
  tokenUrl: address('OAUTH_WECHAT_TOKEN_URL', 'https://api.weixin.qq.com/sns/oauth2/access_token'),
}

type Complete<R extends Record<string, Reader<string | undefined>>> = { [K in keyof R]: string }

/** All of a provider's settings, or undefined where it is not configured. */
function provider<R extends Record<string, Reader<string | undefined>>>(name: string, settings: R) {
  return (environment: Environment): Complete<R> | undefined => {
    const read = Object.entries(settings).map(([key, reader]) => [key, reader(environment)] as const)
    const missing = read.filter(([, value]) => value === undefined)
    const isOff = settings.clientId?.(environment) === undefined && settings.clientSecret?.(environment) === undefined
    if (isOff) return undefined
    if (missing.length > 0) {
      const variable = (key: string) => `OAUTH_${name}_${key.replace(/[A-Z]/g, (sign) => `_${sign}`).toUpperCase()}`
      throw new StartError(`缺少环境变量 ${missing.map(([key]) => variable(key)).join('、')}，第三方登录需要它`)
    }
    return Object.fromEntries(read) as Complete<R>
  }
}

/** `smtp://user:password@host:port`; `smtps` is TLS from the start. */
const mailServer = variable('SMTP_URL', (value) => {
  if (value === undefined) return undefined
  const { protocol, hostname, port, username, password } = new URL(value)
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw new Error('应以 smtp:// 或 smtps:// 开头')
  const isSecure = protocol === 'smtps:'
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  return { host: hostname, port: Number(port) || (isSecure ? 465 : 587), isSecure, user, password: secret }
})
const mailFrom = variable('MAIL_FROM', (value) => {
  if (value && !/^(?:[^<>\r\n"]{1,64} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value))
    throw new Error('应为“名称 <地址>”或地址')
  return value
})
const mailRate = integer('MAIL_RATE', 5, 1, 1_000)
const mailBounce = variable('MAIL_BOUNCE', (value) => {
  if (value && !/^[^\s<>@+]+@[^\s<>@]+$/.test(value)) throw new Error('应为不含 + 的邮箱地址')
  return value ?? null
})
/** 0: nothing listens. */
const mailBouncePort = integer('MAIL_BOUNCE_PORT', 0, 0, 65_535)
/** `domain:selector:file of the private key`. */
const mailDkim = variable('MAIL_DKIM', (value) => {
  if (value === undefined) return null
  const [, domain = '', selector = '', keyFile = ''] = /^([^:]+):([^:]+):(.+)$/.exec(value) ?? []
  if (domain === '') throw new Error('应为“域名:选择器:私钥文件”')
  if (!existsSync(keyFile)) throw new Error(`找不到私钥文件 ${keyFile}`)
  return { domain, selector, keyFile }
})

function mail(environment: Environment) {
  const server = mailServer(environment)
  const [from, rate, bounce, dkim] = [mailFrom, mailRate, mailBounce, mailDkim].map((read) => read(environment)) as [
    string | undefined,
    number,
    string | null,
    ReturnType<typeof mailDkim>,
  ]
  if (!server) return undefined
  if (!from) throw new StartError('缺少环境变量 MAIL_FROM，设置了 SMTP_URL 就需要它')
  const bouncePort = mailBouncePort(environment)
  if (bouncePort !== 0 && !bounce) throw new StartError('缺少环境变量 MAIL_BOUNCE，设置了 MAIL_BOUNCE_PORT 就需要它')
  return { server, from, rate, bounce, bouncePort, dkim }
}

/** `name=https://…` separated by commas; the first one gets notices that are for no particular group. */
const robots = variable('WECOM_ROBOT_URLS', (value = '') =>
  value.split(',').flatMap((each) => {
    if (each.trim() === '') return []
    const [, name = '', url = ''] = /^\s*([^=\s]{1,32})=(\S+)\s*$/.exec(each) ?? []
    if (!/^https?:$/.test(url && new URL(url).protocol)) throw new Error('应为“名称=https://地址”，用逗号分隔')
    return [{ name, url }]
  }),
)

/** Settings that only work together: all or none of them. */
function together<R extends Record<string, Reader<string | undefined>>>(
  names: { [K in keyof R]: string },
  readers: R,
  environment: Environment,
): Complete<R> | undefined {
  const read = Object.entries(readers).map(([key, reader]) => [key, reader(environment)] as const)
  const missing = read.filter(([, value]) => value === undefined)
  if (missing.length === read.length) return undefined
  if (missing.length > 0) throw new StartError(`缺少环境变量 ${missing.map(([key]) => names[key]).join('、')}`)
  return Object.fromEntries(read) as Complete<R>
}

const applicationNames = { corpId: 'WECOM_CORP_ID', secret: 'WECOM_SECRET', agentId: 'WECOM_AGENT_ID' }
const applicationReaders = {
  corpId: optional('WECOM_CORP_ID'),
  secret: optional('WECOM_SECRET'),
  agentId: variable('WECOM_AGENT_ID', (value) => {
    if (value && !/^\d{1,12}$/.test(value)) throw new Error('应为数字')
    return value
  }),
}
const wecomApiUrl = address('WECOM_API_URL', 'https://qyapi.weixin.qq.com')

function wecomApplication(environment: Environment) {
  const apiUrl = wecomApiUrl(environment)
  const found = together(applicationNames, applicationReaders, environment)
  return found && { ...found, apiUrl }
}

const mpNames = { appId: 'WECHAT_MP_APP_ID', secret: 'WECHAT_MP_SECRET' }
const mpReaders = { appId: optional('WECHAT_MP_APP_ID'), secret: optional('WECHAT_MP_SECRET') }
const mpApiUrl = address('WECHAT_MP_API_URL', 'https://api.weixin.qq.com')

function wechatMp(environment: Environment) {
  const apiUrl = mpApiUrl(environment)
  const found = together(mpNames, mpReaders, environment)
  return found && { ...found, apiUrl }
}

const smsKind = variable('SMS_PROVIDER', (value): keyof typeof smsUrls | undefined => {
  if (value !== undefined && value !== 'aliyun' && value !== 'tencent') throw new Error('应为 aliyun 或 tencent')
  return value
})
const smsNames = { keyId: 'SMS_KEY_ID', keySecret: 'SMS_KEY_SECRET', signName: 'SMS_SIGN_NAME' }
const smsReaders = {
  keyId: optional('SMS_KEY_ID'),
  keySecret: optional('SMS_KEY_SECRET'),
  signName: optional('SMS_SIGN_NAME'),
}
const smsAppId = text('SMS_APP_ID', '')
const smsApiUrl = webUrl('SMS_API_URL')
const smsRate = integer('SMS_RATE', 10, 1, 1_000)

function sms(environment: Environment) {
  const [kind, appId, apiUrl] = [smsKind(environment), smsAppId(environment), smsApiUrl(environment)]
  const rate = smsRate(environment)
  const found = together(smsNames, smsReaders, environment)
  if (!kind) return undefined
  if (!found) throw new StartError(`缺少环境变量 ${Object.values(smsNames).join('、')}，设置了 SMS_PROVIDER 就需要它们`)
  if (kind === 'tencent' && !appId) throw new StartError('缺少环境变量 SMS_APP_ID，腾讯云短信需要它')
  return { ...found, kind, appId, apiUrl: apiUrl ?? smsUrls[kind], rate }
}

const aiNames = { baseUrl: 'AI_BASE_URL', apiKey: 'AI_API_KEY', model: 'AI_MODEL' }
const aiReaders = { baseUrl: webUrl('AI_BASE_URL'), apiKey: optional('AI_API_KEY'), model: optional('AI_MODEL') }
/** Yuan for a million tokens that are sent, and that are answered. */
const aiPrice = variable('AI_PRICE', (value) => {
  if (value === undefined) return null
  const [, sent, answered] = /^(\d{1,6}(?:\.\d{1,4})?),(\d{1,6}(?:\.\d{1,4})?)$/.exec(value) ?? []
  if (sent === undefined || answered === undefined) throw new Error('应为“发送的单价,回答的单价”，每百万词元多少元')
  return { sent, answered }
})

function ai(environment: Environment) {
  const [found, price] = [together(aiNames, aiReaders, environment), aiPrice(environment)]
  return found && { ...found, price }
}

/** Files in S3-compatible storage instead of DATA_DIR: switched on by the endpoint, then the others are needed too. */
const s3Readers = {
  endpoint: webUrl('S3_ENDPOINT'),
  bucket: optional('S3_BUCKET'),
  accessKey: optional('S3_ACCESS_KEY'),
  secretKey: optional('S3_SECRET_KEY'),
}
const s3Region = text('S3_REGION', 'us-east-1')

function s3(environment: Environment): (Complete<typeof s3Readers> & { region: string }) | undefined {
  const read = Object.entries(s3Readers).map(([key, reader]) => [key, reader(environment)] as const)
  if (read.every(([, value]) => value === undefined)) return undefined
  const variable = (key: string) => `S3_${key.replace(/[A-Z]/g, (sign) => `_${sign}`).toUpperCase()}`
  const missing = read.flatMap(([key, value]) => (value === undefined ? [variable(key)] : []))
  if (missing.length > 0) throw new StartError(`缺少环境变量 ${missing.join('、')}，S3 存储需要它`)
  return { ...(Object.fromEntries(read) as Complete<typeof s3Readers>), region: s3Region(environment) }
}

const readers = {
  nodeEnv: oneOf('NODE_ENV', ['production', 'development', 'test'], 'development'),
  port: integer('PORT', 8080, 0, 65_535),
  host: text('HOST', '127.0.0.1'),
  dataDir: variable('DATA_DIR', checkedDataDir),
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
  /** Whether this process makes due rows, seals days and sends alerts; several share the work. */
  dueWatch: onOff('DUE_WATCH'),
  adminPassword: variable('ADMIN_PASSWORD', (value) => {
    const wrong = value && checkGivenPassword(value, 'admin')
    if (wrong) throw new Error(wrong)
    return value
  }),
  publicUrl: webUrl('PUBLIC_URL'),
  /** Trusted proxies: their X-Forwarded-For counts. */
  trustProxy: integer('TRUST_PROXY', 0, 0, 10),
  /** Above this delay of the event loop new calls get 503 until it has recovered, ms; 0 switches it off. */
  maxLoopDelay: integer('MAX_LOOP_DELAY', 1_000, 0, 60_000),
  /** spec §4: ms for which the browser uses delivered permissions of other roles than administrator and sjgly. */
  permissionTime: integer('PERMISSION_TIME', 60_000, 1_000, 86_400_000),
  /** Text of the page /privacy; without it a text of the console's own. */
  privacyText: variable('PRIVACY_FILE', (value) => {
    if (value === undefined) return undefined
    if (!existsSync(value)) throw new Error(`找不到文件 ${value}`)
    return readFileSync(value, 'utf8')
  }),
  wecom: provider('WECOM', wecom),
  wechat: provider('WECHAT', wechat),
  /** What sends the outbox; a channel that is not set up keeps its messages queued. */
  mail,
  /** Whether pushes may record that a mail was opened and its links clicked. */
  mailTracking: onOff('MAIL_TRACKING'),
  /** How long messages keep their content and address, months. */
  messageMonths: integer('MESSAGE_MONTHS', 24, 3, 120),
  robots,
  wecomApplication,
  /** The official account that gives shared articles their card in WeChat; without it they are plain links. */
  wechatMp,
  sms,
  /** An OpenAI-compatible service; without it, and without a kept model, the AI buttons say so. */
  ai,
  /** Of any model: how long an answer may take, s, and the tokens of a person or an account a day. */
  aiTimeout: integer('AI_TIMEOUT', 90, 5, 600),
  aiDailyTokens: integer('AI_DAILY_TOKENS', 200_000, 1_000, 1_000_000_000),
  /** Yuan that one AI assistant may cost a month; 0: without limit. */
  aiMonthCost: integer('AI_MONTH_COST', 0, 0, 10_000_000),
  /** How long texts of AI sessions are kept, months; their costs stay. */
  aiSessionMonths: integer('AI_SESSION_MONTHS', 12, 6, 120),
  /** Whether a customer whom nobody has contacted for too long becomes a task of the owner. */
  silentTasks: onOff('SILENT_TASKS'),
  /** Without contact for so many days customers return to the pool; 0: never. */
  poolReturnDays: variable('POOL_RETURN_DAYS', (value = '0') => {
    const days = Number(value)
    if (!Number.isInteger(days) || (days !== 0 && (days < 31 || days > 3_650)))
      throw new Error('应为 0，或 31 到 3650 的整数')
    return days
  }),
  /** So many days before that the owner is told. */
  poolWarnDays: integer('POOL_WARN_DAYS', 7, 1, 30),
  /** Whose map opens for a position; without it coordinates are text. */
  mapProvider: oneOf('MAP_PROVIDER', ['none', 'amap', 'baidu'], 'none'),
  /** Hours in which staff get no WeCom notices; those follow afterwards, combined. */
  noticeQuiet: variable('NOTICE_QUIET', (value) => parseQuiet(value ?? '22:00-07:30')),
  /** Hosts that outbound calls may reach despite a private address. */
  outboundAllow: hosts('OUTBOUND_ALLOW'),
  /** spec §2: what /myiframe may embed. */
  frameAllow: variable('FRAME_ALLOW', parseFrameAllow),
  s3,
  /** Sent as a bearer token, opens /metrics and /docs to callers from elsewhere than this machine. */
  operationsToken: variable('OPERATIONS_TOKEN', (value) => {
    if (value && !/^[\x21-\x7e]{20,200}$/.test(value)) throw new Error('应为 20 到 200 个字符，不含空格和汉字')
    return value
  }),
  logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
}

type Raw = { [K in keyof typeof readers]: ReturnType<(typeof readers)[K]> }

export type Config = Omit<Raw, 'captcha' | 'demoData' | 'dueWatch' | 'secretKey'> & {
  captcha: boolean
  dueWatch: boolean
  demoData: boolean
  secretKey: string
}

const SECRET_MIN = 32

/** The installation's own key, stored in its data folder. Several servers on one database share SECRET_KEY instead. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret.key')
  let secret: string
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(file))
      writeFileSync(file, randomBytes(SECRET_MIN).toString('base64url'), { mode: 0o600, flag: 'wx' })
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(`不能读写 ${file}（${why}）。请改正权限，或用 DATA_DIR 指定另一个目录。`)
  }
  // A full disk or a kill may have left it empty, and whoever knows the key can make tokens.
  if (secret.length < SECRET_MIN) throw new StartError(`${file} 不完整。请从备份恢复；没有备份时删除它再启动。`)
  return secret
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
    dueWatch: raw.dueWatch ?? true,
    demoData: raw.demoData ?? (!production && !raw.databaseUrl),
    secretKey: raw.secretKey ?? storedSecret(raw.dataDir),
  }
}
