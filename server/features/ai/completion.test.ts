// Answers of an OpenAI-compatible service, from a local server in all its moods.
import { afterAll, expect, it } from 'vitest'
import { manners, openAiServer } from '../../../test/ai-server.ts'
import { createOutbound } from '../../core/http/outbound.ts'
import { complete } from './completion.ts'

const server = await openAiServer()
afterAll(() => server.close())

const prompt = '概括：今日螺纹钢持平。'
const ask = { model: 'steel-chat', prompt, temperature: 0.3, maxTokens: 500 }

/** @returns what arrived, and the usage or why there is none */
async function answer({ timeoutMs = 10_000, allowed = true, signal = new AbortController().signal } = {}) {
  const outbound = createOutbound(allowed ? server.config.outboundAllow : [])
  let text = ''
  const onText = (piece: string) => {
    text += piece
  }
  const ended = await complete(outbound, { ...server.config.ai, timeoutMs }, ask, onText, signal).catch(
    (error: Error) => error.message,
  )
  return { text, ended }
}

it('product.md "AI": an answer streams whole, whatever packets split, and the service counts the tokens', async () => {
  server.become(manners.streams('今日螺纹钢 3,900 元/吨，持平。🙂'))
  expect(await answer()).toEqual({ text: '今日螺纹钢 3,900 元/吨，持平。🙂', ended: { sent: 120, answered: 30 } })
  const sent = server.requests.at(-1)
  expect(sent?.authorization).toBe('Bearer sk-of-the-console')
  expect(sent?.body).toMatchObject({ model: 'steel-chat', temperature: 0.3, max_tokens: 500, stream: true })
  expect(sent?.body.messages).toEqual([{ role: 'user', content: prompt }])
})

it.each([
  ['cut off', manners.cutsOff('今日'), '今日', '回答中途断开'],
  ['ended before it was whole', manners.endsEarly('今日'), '今日', '回答中途断开'],
  ['nonsense', manners.nonsense, '', 'AI 服务的回答无法识别'],
  ['429', manners.refuses(429), '', 'AI 服务繁忙或额度用尽，请稍后再试'],
  ['a wrong key', manners.refuses(401), '', 'AI 服务拒绝了密钥，请联系系统管理员'],
  ['a fault of the service', manners.refuses(500), '', 'AI 服务出错（500），请稍后再试'],
  ['endless', manners.streams('很'.repeat(100_001), 100_000), '很'.repeat(100_000), '回答过长，已停止'],
])('an answer that is %s ends with its reason and keeps what came', async (_, manner, text, reason) => {
  server.become(manner)
  expect(await answer()).toEqual({ text, ended: reason })
})

it('an answer that stalls ends after its time', async () => {
  const { manner, release } = manners.stalls('今日')
  server.become(manner)
  expect(await answer({ timeoutMs: 300 })).toEqual({ text: '今日', ended: '超过 0.3 秒没有答完，已停止' })
  release()
})

it('an address that leads to a private network is not asked', async () => {
  const asked = server.requests.length
  expect(await answer({ allowed: false })).toEqual({ text: '', ended: 'AI 服务的地址不允许访问，请联系系统管理员' })
  expect(server.requests).toHaveLength(asked)
})

it('nobody waits for an answer that is not wanted any more', async () => {
  const { manner, release } = manners.stalls('今日')
  server.become(manner)
  const stop = new AbortController()
  setTimeout(() => stop.abort(new Error('stopped')), 100)
  expect((await answer({ signal: stop.signal })).ended).toBe('stopped')
  release()
})
