// WeChat Work: robots of groups, and messages of an application to its members. Both are rate-limited: all that is due to
// one address goes as one message.
import { type Outbound, OutboundFailed } from '../../http/outbound.ts'
import type { Ready } from '../compose.ts'
import { type Outcome, type Provider, reasonOf } from '../provider.ts'

/** Bytes of a markdown message. */
const MARKDOWN_BYTES = 4_096
const REST_MS = 60_000
/** Pause after a robot's rate limit, ms. */
const BLOCKED_MS = 600_000
const TOO_OFTEN = new Set([45009, 45033, 45047])
const TOKEN_OVER = new Set([40014, 42001])

const bytesOf = (text: string) => Buffer.byteLength(text)
/** Truncates a text to whole characters within a number of bytes. */
function cut(text: string, bytes: number): string {
  if (bytesOf(text) <= bytes) return text
  let fitting = ''
  let used = bytesOf('…')
  for (const sign of text) {
    used += bytesOf(sign)
    if (used > bytes) return `${fitting}…`
    fitting += sign
  }
  return fitting
}

const plain = (text: string) =>
  text
    .replace(/[<>[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

type Item = { subject: string; text: string; link: string; names: string[] }

/** The same notice to several people is one item. */
function itemsOf(messages: readonly Ready[], withNames: boolean): Item[] {
  const items = new Map<string, Item>()
  for (const { subject, text, link, recipientName } of messages) {
    const key = JSON.stringify([subject, text, link])
    const item = items.get(key) ?? { subject: plain(subject), text: plain(text), link, names: [] }
    if (withNames && recipientName) item.names.push(plain(recipientName))
    items.set(key, item)
  }
  return [...items.values()]
}

/**
 * One markdown text. It ends with the id of its first message, as WeCom drops identical texts within half an hour.
 */
export function markdownOf(messages: readonly Ready[], publicUrl: string | undefined, withNames: boolean): string {
  const items = itemsOf(messages, withNames)
  const end = `\n<font color="comment">编号 ${messages[0]?.id ?? ''}</font>`
  const lines = items.map(({ subject, text, link, names }) => {
    const to = names.length > 0 ? `（${names.join('、')}）` : ''
    const open = publicUrl && link ? ` [查看](${publicUrl}/backend${link})` : ''
    return items.length === 1
      ? `**${cut(subject, 300)}**${cut(to, 600)}\n${cut(text, 2_400)}${open}`
      : `> **${cut(subject, 120)}**${cut(to, 200)} ${cut(text, 200)}${open}`
  })
  const head = items.length === 1 ? [] : [`**您有 ${items.length} 条提醒**`]
  const fitting: string[] = [...head]
  const room = MARKDOWN_BYTES - bytesOf(end) - 60
  for (const [at, line] of lines.entries()) {
    if (bytesOf([...fitting, line].join('\n')) > room) {
      fitting.push(`还有 ${lines.length - at} 条，请到后台查看`)
      break
    }
    fitting.push(line)
  }
  return fitting.join('\n') + end
}

type Answer = { errcode: number; errmsg: string; msgid?: string; invaliduser?: string; access_token?: string }

/** Posts JSON. @returns the answer, or an outcome where there is none */
async function post(outbound: Outbound, address: URL, body: object): Promise<Answer | Outcome> {
  try {
    const headers = { 'content-type': 'application/json' }
    const { status, headers: responseHeaders, text } = await outbound.post(address, headers, JSON.stringify(body))
    if (status === 429 || status === 503)
      return { kind: 'rest', reason: `HTTP ${status}`, ms: Number(responseHeaders['retry-after']) * 1_000 || REST_MS }
    if (status >= 500) return { kind: 'unsure', reason: `HTTP ${status}` }
    if (status !== 200) return { kind: 'failed', reason: `HTTP ${status}` }
    const answer = JSON.parse(text) as Partial<Answer>
    if (typeof answer.errcode !== 'number') return { kind: 'unsure', reason: '答复无法识别' }
    return { ...answer, errcode: answer.errcode, errmsg: String(answer.errmsg ?? '').slice(0, 200) }
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'unsure', reason: '答复无法识别' }
    if (error instanceof OutboundFailed && error.mayHaveArrived)
      return { kind: 'unsure', reason: `已交给企业微信，没有得到答复：${reasonOf(error)}` }
    return { kind: 'rest', reason: `连接不上企业微信：${reasonOf(error)}` }
  }
}

export function robotProvider(
  { name, url, isFirst }: { name: string; url: string; isFirst: boolean },
  outbound: Outbound,
  publicUrl: string | undefined,
): Provider {
  return {
    name: `wecomRobot:${name}`,
    channel: 'wecomRobot',
    addresses: isFirst ? ['', name] : [name],
    // 20 a minute are allowed
    rate: 1 / 3,
    burst: 1,
    atOnce: 1,
    pack: 50,
    spacingMs: 0,
    repeatableMs: 0,
    send: async (messages): Promise<Outcome> => {
      const content = markdownOf(messages, publicUrl, true)
      const answer = await post(outbound, new URL(url), { msgtype: 'markdown', markdown: { content } })
      if ('kind' in answer) return answer
      if (answer.errcode === 0) return { kind: 'sent', ref: '' }
      const reason = `${answer.errcode} ${answer.errmsg}`
      return TOO_OFTEN.has(answer.errcode) ? { kind: 'rest', reason, ms: BLOCKED_MS } : { kind: 'failed', reason }
    },
    close: () => {},
  }
}

export type WecomApplication = { corpId: string; secret: string; agentId: string; apiUrl: string }

/** WeCom drops duplicates within this time, s. Messages are repeated only within it, less a minute for safety. */
const DUPLICATES_S = 1_800

export function applicationProvider(
  { corpId, secret, agentId, apiUrl }: WecomApplication,
  outbound: Outbound,
  publicUrl: string | undefined,
): Provider {
  let token: { value: string; until: number } | null = null

  async function freshToken(): Promise<string> {
    if (token && token.until > Date.now()) return token.value
    const address = new URL(`${apiUrl}/cgi-bin/gettoken`)
    address.searchParams.set('corpid', corpId)
    address.searchParams.set('corpsecret', secret)
    const answer = (await outbound.getJson(address)) as Partial<Answer> & { expires_in?: number }
    if (!answer.access_token) throw new Error(`${answer.errcode} ${answer.errmsg}`)
    token = { value: answer.access_token, until: Date.now() + ((answer.expires_in ?? 7_200) - 300) * 1_000 }
    return token.value
  }

  async function send(messages: readonly Ready[], isSecond: boolean): Promise<Outcome> {
    let access: string
    try {
      access = await freshToken()
    } catch (error) {
      return { kind: 'rest', reason: `取不到企业微信的访问令牌：${reasonOf(error)}` }
    }
    const address = new URL(`${apiUrl}/cgi-bin/message/send`)
    address.searchParams.set('access_token', access)
    const answer = await post(outbound, address, {
      touser: messages[0]?.address,
      msgtype: 'markdown',
      agentid: Number(agentId),
      markdown: { content: markdownOf(messages, publicUrl, false) },
      enable_duplicate_check: 1,
      duplicate_check_interval: DUPLICATES_S,
    })
    if ('kind' in answer) return answer
    const { errcode, errmsg, invaliduser, msgid } = answer
    if (errcode === 0 && invaliduser) return { kind: 'undelivered', reason: '成员不在应用可见范围内' }
    if (errcode === 0) return { kind: 'sent', ref: msgid ?? '' }
    if (TOKEN_OVER.has(errcode) && !isSecond) {
      token = null
      return await send(messages, true)
    }
    const reason = `${errcode} ${errmsg}`
    if (TOO_OFTEN.has(errcode)) return { kind: 'rest', reason, ms: REST_MS }
    return { kind: errcode === 81013 ? 'undelivered' : 'failed', reason }
  }

  return {
    name: 'wecomApplication',
    channel: 'wecomApplication',
    addresses: null,
    rate: 20,
    burst: 20,
    atOnce: 4,
    pack: 20,
    // 30 a minute are allowed to a member
    spacingMs: 3_000,
    repeatableMs: (DUPLICATES_S - 60) * 1_000,
    send: (messages) => send(messages, false),
    close: () => {},
  }
}
