// What services report, in nine words of ours: by HTTP status, by their own codes, and within a 200.
import type { FailureKind } from '#contract/ai/call-labels.ts'

/** Why there is no whole answer. Its message is for the person who asked. */
export class AiFailure extends Error {
  override name = 'AiFailure'
  readonly kind: FailureKind
  /** What the service asks to wait for, s; null: it does not say. */
  readonly retryAfterS: number | null
  constructor(kind: FailureKind, { message = failureTexts[kind], retryAfterS = null as number | null } = {}) {
    super(message)
    this.kind = kind
    this.retryAfterS = retryAfterS
  }
}

const failureTexts: Readonly<Record<FailureKind, string>> = {
  unreachable: '连接不上 AI 服务，请稍后再试',
  key: 'AI 服务拒绝了密钥，请联系系统管理员',
  balance: 'AI 服务余额不足，请联系系统管理员',
  rate: 'AI 服务限流，请稍后再试',
  busy: 'AI 服务繁忙，请稍后再试',
  request: 'AI 服务不接受这次请求，可能是模型名称或长度不对',
  filtered: '内容被 AI 服务拦截',
  timeout: 'AI 服务没有在规定时间内答完，已停止',
  broken: '回答中途断开',
}

const byStatus: Readonly<Record<number, FailureKind>> = {
  401: 'key',
  402: 'balance',
  403: 'key',
  408: 'timeout',
  429: 'rate',
  504: 'timeout',
}

/** Codes and types of OpenAI, DeepSeek, DashScope (Qwen), Zhipu (GLM) and Moonshot (Kimi), in lower case. */
const byCode: readonly (readonly [RegExp, FailureKind])[] = [
  [/^(arrearage|insufficient_quota|insufficient_balance|exceeded_current_quota_error|1113)$/, 'balance'],
  [/^(data_inspection_failed|datainspectionfailed|content_filter|sensitive|1301)$/, 'filtered'],
  [/^(1302|1303|1305|rate_limit\w*|limit_requests|limit_burst_rate|throttling.*)$/, 'rate'],
  [/^(invalid_api_key|invalidapikey|invalid_authentication_error|incorrect_api_key_error|100[0-4])$/, 'key'],
  [/^(engine_overloaded_error|server_error|internalerror|internal_error|overloaded\w*|1234|1312|5\d\d)$/, 'busy'],
]

type Reported = { code?: unknown; type?: unknown; message?: unknown }

/** The service's own code, wherever it stands: `{error: {code}}`, `{error: {type}}`, `{code}`, `{error: "…"}`. */
function codesOf(body: unknown): string[] {
  if (body === null || typeof body !== 'object') return []
  const { error, code } = body as { error?: unknown; code?: unknown }
  const { code: inner, type } = (error !== null && typeof error === 'object' ? error : {}) as Reported
  return [inner, type, code, error].flatMap((each) =>
    typeof each === 'string' || typeof each === 'number' ? [String(each).toLowerCase()] : [],
  )
}

/** @param status 200 for an error that comes within an answer */
export function failureOf(status: number, body: unknown): FailureKind {
  for (const code of codesOf(body)) {
    const known = byCode.find(([pattern]) => pattern.test(code))
    if (known) return known[1]
  }
  return byStatus[status] ?? (status >= 500 || status === 200 ? 'busy' : 'request')
}

/** `finish_reason` of an answer that ended in another way than the model's; null: it is whole. */
export const failureOfFinish = (reason: string): FailureKind | null =>
  (
    ({
      content_filter: 'filtered',
      sensitive: 'filtered',
      network_error: 'broken',
      insufficient_system_resource: 'busy',
    }) as Readonly<Record<string, FailureKind>>
  )[reason] ?? null

/** Header Retry-After in seconds, or as a date. */
export function retryAfterOf(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1_000)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
