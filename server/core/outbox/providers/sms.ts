// Short messages by a template of the provider, over HTTPS with a signature. A message carries our number, by which the
// provider can be queried for the receipt. `subject` is the provider's template, `fields` are its parameters,
// `senderName` the sign where it is not the usual one.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { dayOf } from '#contract/days.ts'
import { type Outbound, OutboundFailed } from '../../http/outbound.ts'
import type { Ready } from '../compose.ts'
import { type Outcome, type Provider, type Receipt, reasonOf, type SentMessage } from '../provider.ts'

export type SmsSettings = {
  kind: 'aliyun' | 'tencent'
  keyId: string
  keySecret: string
  signName: string
  /** Tencent's SmsSdkAppId; '' for Aliyun. */
  appId: string
  apiUrl: string
  /** Messages a second. */
  rate: number
}

const REST_MS = 60_000
const mobilePattern = /^1\d{10}$/

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

type Signed = { headers: Record<string, string>; body: string }
type Reply = { status: number; data: Record<string, unknown> }

/** Aliyun's signature, version 3. */
export function signAliyun(
  { keyId, keySecret, apiUrl }: SmsSettings,
  action: string,
  parameters: Record<string, string>,
  now = new Date(),
  nonce: string = randomUUID(),
): Signed {
  const body = new URLSearchParams(parameters).toString()
  const signed: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded',
    host: new URL(apiUrl).host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': `${now.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': '2017-05-25',
  }
  const names = Object.keys(signed).toSorted().join(';')
  const lines = Object.keys(signed)
    .toSorted()
    .map((name) => `${name}:${signed[name]}\n`)
    .join('')
  const canonical = ['POST', '/', '', lines, names, sha256(body)].join('\n')
  const signature = hmac(keySecret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
  return {
    headers: {
      ...signed,
      authorization: `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names},Signature=${signature}`,
    },
    body,
  }
}

/** Tencent's signature TC3. */
export function signTencent(
  { keyId, keySecret, apiUrl }: SmsSettings,
  action: string,
  parameters: object,
  now = new Date(),
): Signed {
  const body = JSON.stringify(parameters)
  const { host } = new URL(apiUrl)
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const scope = `${now.toISOString().slice(0, 10)}/sms/tc3_request`
  const type = 'application/json; charset=utf-8'
  const names = 'content-type;host'
  const canonical = ['POST', '/', '', `content-type:${type}\nhost:${host}\n`, names, sha256(body)].join('\n')
  const text = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${keySecret}`, scope.slice(0, 10)), 'sms'), 'tc3_request')
  const signature = hmac(key, text).toString('hex')
  return {
    headers: {
      'content-type': type,
      host,
      'x-tc-action': action,
      'x-tc-version': '2021-01-11',
      'x-tc-timestamp': timestamp,
      'x-tc-region': 'ap-guangzhou',
      authorization: `TC3-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
    body,
  }
}

/** Why there is no answer. */
type Silence = Extract<Outcome, { kind: 'rest' | 'unsure' }>

type Form = {
  send: (message: Ready) => Signed
  sent: (reply: Reply) => Outcome
  fetchReceipt: (message: SentMessage) => Signed
  became: (reply: Reply, message: SentMessage) => Receipt
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '')
const records = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : [])
const unknown: Receipt = { kind: 'unknown', reason: '短信服务商没有这条短信的回执，不能确定对方是否收到' }

/** The day of a moment in Shanghai, `20260105`. */
const compactDay = (moment: string) => dayOf(moment).replaceAll('-', '')

/** `2026-01-05 16:00:00` as a provider in Shanghai writes it. */
const shanghaiMoment = (moment: string) =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(moment) ? `${moment.replace(' ', 'T')}+08:00` : null

function aliyun(settings: SmsSettings): Form {
  return {
    send: ({ id, address, subject, fields, senderName }) =>
      signAliyun(settings, 'SendSms', {
        PhoneNumbers: address,
        SignName: senderName || settings.signName,
        TemplateCode: subject,
        // its names may not begin with a figure
        TemplateParam: JSON.stringify(
          Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.replace(/^\d/, 'p$&'), value])),
        ),
        OutId: id,
      }),
    sent: ({ data }) => {
      const code = text(data.Code)
      const reason = `${code} ${text(data.Message)}`
      if (code === 'OK') return { kind: 'sent', ref: text(data.BizId) }
      if (/Throttling/.test(code)) return { kind: 'rest', reason, ms: REST_MS }
      if (code === 'isv.BUSINESS_LIMIT_CONTROL') return { kind: 'again', reason }
      return { kind: code === 'isv.MOBILE_NUMBER_ILLEGAL' ? 'undelivered' : 'failed', reason }
    },
    fetchReceipt: ({ address, handedAt }) =>
      signAliyun(settings, 'QuerySendDetails', {
        PhoneNumber: address,
        SendDate: compactDay(handedAt),
        PageSize: '50',
        CurrentPage: '1',
      }),
    became: ({ data }, { id, ref }) => {
      const code = text(data.Code)
      if (/Throttling|LIMIT_CONTROL/.test(code)) return { kind: 'rest', reason: code, ms: REST_MS }
      const details = (data.SmsSendDetailDTOs as { SmsSendDetailDTO?: unknown } | undefined)?.SmsSendDetailDTO
      // the same message may have been sent again on the day
      const [found] = records(details)
        .filter(({ OutId, BizId }) => OutId === id && (ref === '' || BizId === ref))
        .toSorted((one, other) => text(other.SendDate).localeCompare(text(one.SendDate)))
      if (!found) return unknown
      // 1: waiting for the network, 2: failed, 3: delivered
      if (found.SendStatus === 2) return { kind: 'undelivered', reason: text(found.ErrCode) }
      const known = { ref: text(found.BizId) }
      return found.SendStatus === 3
        ? { kind: 'delivered', ...known, at: shanghaiMoment(text(found.ReceiveDate)) }
        : { kind: 'waiting', ...known }
    },
  }
}

function tencent(settings: SmsSettings): Form {
  return {
    send: ({ id, address, subject, fields, senderName }) =>
      signTencent(settings, 'SendSms', {
        PhoneNumberSet: [`+86${address}`],
        SmsSdkAppId: settings.appId,
        SignName: senderName || settings.signName,
        TemplateId: subject,
        TemplateParamSet: Object.keys(fields)
          .toSorted((a, b) => Number(a) - Number(b))
          .map((name) => fields[name]),
        SessionContext: id,
      }),
    sent: ({ data }) => {
      const response = (data.Response ?? {}) as Record<string, unknown>
      const error = response.Error as { Code?: unknown; Message?: unknown } | undefined
      const status = records(response.SendStatusSet)[0]
      const code = text(error?.Code ?? status?.Code)
      const reason = `${code} ${text(error?.Message ?? status?.Message)}`
      if (code === 'Ok') return { kind: 'sent', ref: text(status?.SerialNo) }
      if (/RequestLimitExceeded/.test(code)) return { kind: 'rest', reason, ms: REST_MS }
      if (/LimitExceeded/.test(code)) return { kind: 'again', reason }
      return { kind: /IncorrectPhoneNumber/.test(code) ? 'undelivered' : 'failed', reason }
    },
    fetchReceipt: ({ address, handedAt }) =>
      signTencent(settings, 'PullSmsSendStatusByPhoneNumber', {
        BeginTime: Math.floor(Date.parse(handedAt) / 1_000) - 60,
        Offset: 0,
        Limit: 100,
        PhoneNumber: `+86${address}`,
        SmsSdkAppId: settings.appId,
      }),
    became: ({ data }, { id, ref }) => {
      const response = (data.Response ?? {}) as Record<string, unknown>
      const code = text((response.Error as { Code?: unknown } | undefined)?.Code)
      if (/LimitExceeded/.test(code)) return { kind: 'rest', reason: code, ms: REST_MS }
      // what the network has not answered yet is not listed
      const found = records(response.PullSmsSendStatusSet).find(
        ({ SessionContext, SerialNo }) => SessionContext === id && (ref === '' || SerialNo === ref),
      )
      if (!found) return unknown
      if (found.ReportStatus !== 'SUCCESS') return { kind: 'undelivered', reason: text(found.Description) }
      const at = Number(found.UserReceiveTime)
      return { kind: 'delivered', ref: text(found.SerialNo), at: at > 0 ? new Date(at * 1_000).toISOString() : null }
    },
  }
}

export function smsProvider(settings: SmsSettings, outbound: Outbound): Provider {
  const form = settings.kind === 'aliyun' ? aliyun(settings) : tencent(settings)

  /** @returns what was read from the answer, or why there is none */
  async function exchange<R>({ headers, body }: Signed, read: (reply: Reply) => R): Promise<R | Silence> {
    try {
      const {
        status,
        headers: responseHeaders,
        text: answer,
      } = await outbound.post(new URL(settings.apiUrl), headers, body)
      if (status === 429 || status === 503)
        return { kind: 'rest', reason: `HTTP ${status}`, ms: Number(responseHeaders['retry-after']) * 1_000 || REST_MS }
      if (status >= 500) return { kind: 'unsure', reason: `HTTP ${status}` }
      return read({ status, data: JSON.parse(answer) as Record<string, unknown> })
    } catch (error) {
      if (error instanceof SyntaxError) return { kind: 'unsure', reason: '短信服务商的答复无法识别' }
      if (error instanceof OutboundFailed && error.mayHaveArrived)
        return { kind: 'unsure', reason: `已交给短信服务商，没有得到答复：${reasonOf(error)}` }
      return { kind: 'rest', reason: `连接不上短信服务商：${reasonOf(error)}` }
    }
  }

  return {
    name: 'sms',
    channel: 'sms',
    addresses: null,
    rate: settings.rate,
    burst: Math.max(1, Math.round(settings.rate)),
    atOnce: 4,
    pack: 1,
    spacingMs: 0,
    repeatableMs: 0,
    send: async ([message]) =>
      message && mobilePattern.test(message.address)
        ? await exchange(form.send(message), form.sent)
        : { kind: 'failed', reason: '手机号码不正确' },
    fetchReceipt: async (message) => {
      const answer = await exchange(form.fetchReceipt(message), (reply) => form.became(reply, message))
      return answer.kind === 'unsure' ? { kind: 'unknown', reason: answer.reason } : answer
    },
    close: () => {},
  }
}
