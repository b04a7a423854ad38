// Documents over HTTP.
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addDocument,
  documentImports,
  editDocument,
  exportDocuments,
  getDocument,
  getDocumentForm,
  launchDocument,
  queryDocuments,
  removeDocument,
  takeDownDocument,
} from '#contract/members/documents.ts'
import { storeFile } from '#server/core/files/files.ts'
import { fileUses } from '#server/db/schema/core/files.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { documents } from '#server/db/schema/members/orders.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const subProduct = 'oilGas' as const
let editor: Person
let reader: Person

beforeAll(async () => {
  const codes = (names: string[]) => names.map((alias) => `oilGas.documents.${alias}`)
  const all = ['view', 'add', 'edit', 'delete', 'details', 'launch', 'takeDown', 'leadingIn', 'exportBtn']
  editor = await server().as((await makeRole(db(), ...codes(all))).code)
  reader = await server().as((await makeRole(db(), ...codes(['view']))).code)
})

const upload = (by: Person, text: string, purpose: 'attachment' | 'import' = 'attachment', name = '月报.txt') =>
  db().transaction(async (tx) => {
    const source = Buffer.from(text)
    return (await storeFile(tx, { core: server().server.core, name, source, purpose, ownerId: by.id })).id
  })

const form = (changes: object = {}) => ({
  title: '原油月报',
  kind: '月报',
  summary: '摘要',
  day: '2026-10-31',
  fileId: null as string | null,
  ...changes,
})
const add = async (changes: object = {}) => (await editor.call(addDocument, { subProduct, ...form(changes) })).data.id

describe('documents', () => {
  afterEach(async () => {
    await db().delete(documents)
  })

  it('§6 of one day have titles of their own, however they are typed, by hand as by import', async () => {
    const id = await add({ title: '原油 日报(上)' })
    const double = { status: 400, msg: '这一天已有同名文档', data: { fields: [{ field: 'title' }] } }
    const again = { subProduct, ...form({ title: '原油日报（上）' }) }
    expect(await editor.call(addDocument, again)).toMatchObject(double)
    expect((await editor.call(addDocument, { ...again, day: '2026-10-30' })).code).toBe(200)
    // itself it may stay; another day may have it already
    const same = { id, version: 1, ...form({ title: '原油日报（上）' }) }
    expect((await editor.call(editDocument, same)).code).toBe(200)
    expect(await editor.call(editDocument, { ...same, version: 2, day: '2026-10-30' })).toMatchObject(double)
    const race = await Promise.all(
      Array.from({ length: 5 }, () => editor.call(addDocument, { subProduct, ...form({ title: '同时' }) })),
    )
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
  })

  it('§6 are drafts until they have a file and are launched; taken down before they change', async () => {
    const id = await add()
    expect(await editor.call(launchDocument, { id })).toMatchObject({
      status: 409,
      msg: '文档还没有文件，请先编辑并上传',
    })
    const fileId = await upload(editor, '内容')
    expect((await editor.call(editDocument, { id, version: 1, ...form({ fileId }) })).data.version).toBe(2)
    const stale = await editor.call(editDocument, { id, version: 1, ...form({ title: '旧' }) })
    expect(stale).toMatchObject({ code: 601, data: { version: 2, file: { id: fileId } } })
    expect((await editor.call(launchDocument, { id })).code).toBe(200)
    expect((await editor.call(editDocument, { id, version: 3, ...form() })).status).toBe(409)
    expect(await editor.call(removeDocument, { id })).toMatchObject({ status: 409, msg: '只能删除草稿' })
    const detail = (await editor.call(getDocument, { id })).data
    expect(detail).toMatchObject({ state: 'launched', file: { name: '月报.txt', size: 6 } })
    expect((await fetch(server().base + (detail.file?.url ?? ''))).status).toBe(200)
    expect((await editor.call(takeDownDocument, { id })).code).toBe(200)
    expect((await editor.call(takeDownDocument, { id })).status).toBe(409)
    expect(await editor.call(removeDocument, { id })).toMatchObject({ status: 409, msg: '只能删除草稿' })
  })

  it('§6 refuse a file of somebody else, and release their own when deleted', async () => {
    const foreign = await upload(reader, '别人的')
    expect(await editor.call(addDocument, { subProduct, ...form({ fileId: foreign }) })).toMatchObject({ status: 400 })
    const fileId = await upload(editor, '自己的')
    const id = await add({ fileId })
    expect((await editor.call(removeDocument, { id })).code).toBe(200)
    const uses = (await db().select().from(fileUses)).filter((use) => use.fileId === fileId)
    expect(uses).toEqual([])
  })

  it('§6 refuse each act without its right, and bad input', async () => {
    const id = await add()
    for (const endpoint of [getDocument, getDocumentForm, launchDocument, takeDownDocument, removeDocument]) {
      expect((await reader.call(endpoint, { id })).status).toBe(403)
    }
    expect((await reader.call(addDocument, { subProduct, ...form() })).status).toBe(403)
    expect((await reader.call(editDocument, { id, version: 1, ...form() })).status).toBe(403)
    expect((await editor.call(addDocument, { subProduct, ...form({ title: ' ' }) })).status).toBe(400)
    expect((await editor.call(addDocument, { subProduct, ...form({ day: '昨天' }) })).status).toBe(400)
    expect((await editor.call(getDocument, { id: '999999' })).code).toBe(20404)
  })

  it('§7 are found by title, state and days, newest day first', async () => {
    await db().delete(documents)
    await add({ title: '甲', day: '2026-01-01' })
    await add({ title: '乙', day: '2026-03-01' })
    const titles = async (query: object) =>
      (await reader.call(queryDocuments, { subProduct, ...query })).data.records.map(({ title }) => title)
    expect(await titles({})).toEqual(['乙', '甲'])
    expect(await titles({ to: '2026-02-01' })).toEqual(['甲'])
    expect(await titles({ state: 'launched' })).toEqual([])
    expect(await titles({ ascs: ['title'], title: '乙' })).toEqual(['乙'])
  })

  it('§2 are imported as drafts, each line checked', async () => {
    const calls = documentImports.oilGas
    if (!calls) throw new Error('no import')
    await db().delete(documents)
    await add({ title: '已有', day: '2026-05-01' })
    const text = '标题,类别,日期\n新月报,月报,2026-05-01\n已有,月报,2026-05-01\n新月报,,2026-05-01\n坏,,5月\n'
    const fileId = await upload(editor, text, 'import', '文档.csv')
    const view = (await editor.call(calls.open, { fileId, hasHeader: true })).data
    const problems = view.records.flatMap(({ number, problems }) => problems.map(({ message }) => [number, message]))
    expect(problems).toEqual([
      [3, '这一天已有同名文档'],
      [4, '与第 2 行重复'],
      [5, '日期应为 YYYY-MM-DD'],
    ])
    await editor.call(calls.save, { id: view.id, version: view.version, mode: 'correct' })
    const titles = async () => (await db().select().from(documents)).map(({ title, state }) => `${title} ${state}`)
    await expect.poll(titles).toContain('新月报 draft')
    expect((await reader.call(calls.open, { fileId, hasHeader: true })).status).toBe(403)
  })

  it('§2 are exported by a job, only with the right', async () => {
    const body = {
      query: { subProduct },
      columns: ['title' as const, 'state' as const],
      format: 'xlsx' as const,
      reason: '归档',
    }
    const { jobId } = (await editor.call(exportDocuments, body)).data
    const state = async () => (await db().select().from(jobRuns).where(eq(jobRuns.id, jobId)))[0]?.state
    await expect.poll(state).toBe('done')
    expect((await reader.call(exportDocuments, body)).status).toBe(403)
  })
})
