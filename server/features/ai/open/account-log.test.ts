// What the log of an account says of its questions to assistants.
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { askOpenSession, startOpenSession } from '#contract/ai/open-calls.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { queryAccountLogs } from '#contract/members/account-logs.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { aiMessages } from '#server/db/schema/ai.ts'
import { makeAccount, makeAssistant, makeMember } from '#test/factories.ts'
import { testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db

it('areas/ai.md "account/operationLog" has what was refused and why, never the question', async () => {
  const member = await makeMember(db(), { loginName: 'refused' })
  const { id: accountId } = await makeAccount(db(), 'aiWeb', { memberId: member.id })
  await makeAssistant(db(), 'price')
  const options = { name: '提问', scopes: ['aiSessions'], subProduct: 'aiWeb', dailyQuota: 100 } as const
  const { key } = await db().transaction((tx) => createApiKey(tx, { ...options, scopes: [...options.scopes] }))
  const send = (path: string, body: object) =>
    server().send('POST', path, body, { headers: { [API_KEY_HEADER]: key } }) as unknown as Promise<{
      data: { id: string }
    }>
  const { data } = await send(startOpenSession.path, { accountId, assistant: 'price' })
  const path = askOpenSession.path.replace(':id', data.id)
  const { data: answer } = await send(path, { clientId: 'q-1', text: '秘密甲醇明天会涨吗？' })
  await vi.waitFor(async () => {
    const [stored] = await db().select().from(aiMessages).where(eq(aiMessages.id, answer.id))
    expect(stored).toMatchObject({ state: 'refused', refusal: 'forecast' })
  }, 15_000)
  const manager = await server().as('administrator')
  const { records } = (await manager.call(queryAccountLogs, { subProduct: 'aiWeb', accountId })).data
  expect(records).toMatchObject([{ kind: 'search', module: 'AI 问答', detail: '提问未回答：预测与交易建议' }])
  expect(JSON.stringify(records)).not.toContain('秘密')
})
