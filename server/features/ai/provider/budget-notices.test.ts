// Notices that a limit is nearly used up.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aiAssistants } from '#server/db/schema/ai.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { makeRole, makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { hold } from './holds.acts.ts'
import type { Limit } from './limits.queries.ts'

const server = testServer()
const db = () => server().database.db
const take = (limit: Limit) => db().transaction((tx) => hold(tx, [limit], server().server.core.log))
const bellsOf = async (userId: string) =>
  (await db().select().from(messages).where(eq(messages.recipientId, userId)))
    .filter(({ channel }) => channel === 'bell')
    .map(({ subject, body }) => [subject, body])

describe('areas/ai.md "80 % is a notice, 100 % a 429"', () => {
  it('tells whoever uses up their own tokens, once a day', async () => {
    const { id } = await makeUser(db(), { roleCode: (await makeRole(db())).code })
    const limit = { subject: 'userTokens', id, most: 1_000, amount: 400 } as const
    await take(limit)
    expect(await bellsOf(id)).toEqual([])
    await take(limit)
    await take({ ...limit, amount: 100 })
    expect(await bellsOf(id)).toEqual([
      ['今天的 AI 用量已超过八成', '今天已用约 800 词元，上限 1000 词元，用完后明天才能再用。'],
    ])
    await expect(take(limit)).rejects.toMatchObject({ key: 'tooMany' })
  })

  it('tells who may launch assistants of an assistant’s money, and nobody else', async () => {
    const { code } = await makeRole(db(), 'aiWeb.assistants.view', 'aiWeb.assistants.launch')
    const launcher = await makeUser(db(), { roleCode: code })
    const other = await makeUser(db(), { roleCode: (await makeRole(db(), 'aiWeb.assistants.view')).code })
    const [assistant] = await db()
      .insert(aiAssistants)
      .values({ code: 'dear', name: '贵的助手', purpose: 'chat' })
      .returning()
    const limit = { subject: 'assistantCost', id: assistant?.id ?? '', most: 50, amount: 42.5 } as const
    await take(limit)
    expect(await bellsOf(launcher.id)).toMatchObject([
      ['AI 助手本月的费用已超过八成', expect.stringContaining('“贵的助手”')],
    ])
    expect((await bellsOf(launcher.id))[0]?.[1]).toContain('已用约 42.50 元，上限 50 元')
    expect(await bellsOf(other.id)).toEqual([])
  })
})
