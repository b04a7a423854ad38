// Migration 0051: files get random ids, and everything that names them follows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { articleCalls } from '#contract/articles/articles.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { saveOwnAvatar, type UploadPurpose } from '#contract/files.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { storeFile } from '#server/core/files/files.ts'
import { articleForm, makeProduct } from '#test/article-factories.ts'
import { asOwner } from '#test/database.ts'
import { pictures } from '#test/files.ts'
import { testServer } from '#test/http.ts'
import { pushForm } from '#test/push-factories.ts'
import { files } from './schema/core/files.ts'
import { messageBodies } from './schema/core/outbox.ts'

const server = testServer()

/** The migration without its first statements, which change the type once and for all. */
const statements = readFileSync(join(import.meta.dirname, 'migrations/0051_random_file_ids.sql'), 'utf8')
  .split('--> statement-breakpoint')
  .slice(2)

const zh = articleCalls.zh
const pictureIn = ({ content = [] }: BodyNode) => String(content[0]?.attrs?.fileId)

it('§9 ids of files are random, and texts, covers, attachments and avatars keep their files', async () => {
  const { database, server: started, base } = server()
  const person = await server().as('administrator')
  const store = async (purpose: UploadPurpose, name: string) => {
    const file = { core: started.core, name, source: pictures.png, purpose, ownerId: person.id }
    return (await database.db.transaction((tx) => storeFile(tx, file))).id
  }
  const [inText, cover, avatar] = [
    await store('image', '图'),
    await store('image', '封面'),
    await store('avatar', '像'),
  ]
  const attached = [await store('attachment', '甲'), await store('attachment', '乙')]
  const form = articleForm(await makeProduct(database.db), {
    body: { type: 'doc', content: [{ type: 'picture', attrs: { fileId: inText } }] },
    coverId: cover,
    attachmentIds: attached,
  })
  const { id } = (await person.call(zh.add, form)).data
  expect((await person.call(zh.autosave, { id: null, draft: '1'.repeat(32), baseId: null, form })).code).toBe(200)
  expect((await person.call(saveOwnAvatar, { fileId: avatar })).code).toBe(200)
  const push = (await person.call(pushCalls.report.add, pushForm(['1'], { attachmentIds: attached.toReversed() }))).data
  await database.db.insert(messageBodies).values({ attachmentIds: attached, pictures: { chart: inText } })

  await asOwner(database.owner, async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement))
  })

  const now = await database.db.select().from(files)
  const named = (name: string) => now.find((file) => file.name.startsWith(name))?.id
  const before = [inText, cover, avatar, ...attached]
  expect(now).toHaveLength(before.length)
  expect(now.filter((file) => before.includes(file.id))).toEqual([])
  for (const file of now) expect(file.id).toMatch(/^[1-9][0-9]{0,18}$/)
  const { newest } = (await person.call(zh.get, { id })).data
  expect(newest).toMatchObject({ coverId: named('封面'), attachmentIds: [named('甲'), named('乙')] })
  expect(pictureIn(newest.body)).toBe(named('图'))
  expect(newest.html).toContain(`data-file-id="${named('图')}"`)
  for (const link of [newest.coverUrl, String(newest.body.content?.[0]?.attrs?.src)]) {
    expect((await fetch(`${base}${link}`)).status).toBe(200)
  }
  const kept = (await person.call(zh.autosaved, { draft: '1'.repeat(32) })).data?.form
  expect(kept).toMatchObject({ coverId: named('封面'), attachmentIds: [named('甲'), named('乙')] })
  expect(pictureIn(kept?.body as BodyNode)).toBe(named('图'))
  const { attachments } = (await person.call(pushCalls.report.get, { id: push.id })).data
  expect(attachments.map((file) => file.id)).toEqual([named('乙'), named('甲')])
  expect(await database.db.select().from(messageBodies)).toMatchObject([
    { attachmentIds: [named('甲'), named('乙')], pictures: { chart: named('图') } },
  ])
  const { rows } = await database.db.execute<{ avatar: string }>(sql`select avatar from users where id = ${person.id}`)
  expect(rows).toEqual([{ avatar: named('像') }])
})
