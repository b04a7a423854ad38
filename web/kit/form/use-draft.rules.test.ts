import { beforeEach, expect, test } from 'vitest'
import { clearEntries, readEntry, writeEntry } from '#web/lib/storage.ts'
import { changesOf, draftsUnder, isChangedFrom, readDraft, removeDraft, writeDraft } from './use-draft.rules.ts'

const DAY = 24 * 3_600_000
const key = Buffer.alloc(32, 7).toString('base64url')
const at = (name: string) => ({ name, key })

beforeEach(() => clearEntries('local'))

test('§3 a draft has only the changed fields', () => {
  const initial = { name: '张三', roles: ['1'], note: null, status: 'enabled' }
  expect(changesOf(initial, { ...initial })).toBeNull()
  expect(changesOf(initial, { ...initial, note: '' })).toBeNull()
  expect(changesOf(initial, { ...initial, note: undefined })).toBeNull()
  expect(changesOf(initial, { ...initial, name: '', roles: ['1', '2'] })).toEqual({ name: '', roles: ['1', '2'] })
})

test('a draft never holds secrets, at any depth', () => {
  const values = {
    password: 'Abc12345@',
    newPassword: 'x',
    name: '李四',
    api: { token: 't', url: 'u' },
    clientSecret: 's',
    captcha: 'abcde',
    passwd: 'x',
  }
  expect(changesOf({}, values)).toEqual({ name: '李四', api: { url: 'u' } })
  expect(changesOf({}, { password: 'Abc12345@' })).toBeNull()
})

test('a secret is left out also if it is added to a value that had none before', () => {
  const blocks = [{ type: 'paragraph' }, { type: 'table' }]
  expect(changesOf({}, { body: { content: blocks } })).toEqual({ body: { content: blocks } })
  const next = { content: [...blocks, { type: 'link', attrs: { token: 't', href: 'h' } }] }
  expect(changesOf({}, { body: next })).toEqual({
    body: { content: [...blocks, { type: 'link', attrs: { href: 'h' } }] },
  })
})

test('writing a draft again replaces it', () => {
  writeDraft(at('7-account-1'), { name: '张三' }, { now: 1_000 })
  writeDraft(at('7-account-1'), { name: '李四' }, { now: 2_000 })
  expect(readDraft(at('7-account-1'), 2_000)).toEqual({ changes: { name: '李四' }, savedAt: 2_000 })
})

test('fields that no draft keeps also count as changed: a password, a cleared choice', () => {
  expect(isChangedFrom({ password: '' }, { password: 'Abc12345@' })).toBe(true)
  expect(isChangedFrom({ role: '1' }, { role: undefined })).toBe(true)
  expect(isChangedFrom({ role: undefined, note: '' }, { role: null, note: undefined })).toBe(false)
})

test('a draft can be read until it is removed or a month old', () => {
  writeDraft(at('7-account-1'), { name: '张三' }, { now: 1_000 })
  expect(readDraft(at('7-account-1'), 1_000 + 29 * DAY)).toEqual({ changes: { name: '张三' }, savedAt: 1_000 })
  expect(readDraft(at('7-account-1'), 1_000 + 30 * DAY)).toBeUndefined()
  expect(readDraft(at('8-account-1'), 1_000)).toBeUndefined()
  removeDraft(at('7-account-1'))
  expect(readDraft(at('7-account-1'), 1_000)).toBeUndefined()
})

test('a malformed draft is ignored', () => {
  for (const content of [null, 'x', { changes: 'x', savedAt: 1 }, { changes: {} }]) {
    writeEntry('local', 'draft-7-x', content)
    expect(readDraft(at('7-x'))).toBeUndefined()
  }
})

test('expired drafts are removed, and the oldest ones beyond the maximum', () => {
  writeDraft(at('old'), { a: 1 }, { now: 0 })
  for (let n = 0; n < 105; n++) writeDraft(at(`n${n}`), { a: n }, { now: 31 * DAY + n })
  const isAny = (content: unknown): content is unknown => content !== undefined
  const kept = Array.from({ length: 105 }, (_, n) => readEntry('local', `draft-n${n}`, isAny) !== undefined)
  expect(kept.filter(Boolean)).toHaveLength(100)
  expect(kept.lastIndexOf(false)).toBe(4)
  expect(readEntry('local', 'draft-old', isAny)).toBeUndefined()
})

test('a draft is read with its person’s key alone', () => {
  writeDraft(at('7-account-1'), { name: '张三' }, { now: 1_000 })
  const isText = (content: unknown): content is string => typeof content === 'string'
  expect(readEntry('local', 'draft-7-account-1', isText)).not.toContain('张三')
  const foreign = { name: '7-account-1', key: Buffer.alloc(32, 8).toString('base64url') }
  expect(readDraft(foreign, 1_000)).toBeUndefined()
  expect(readDraft(at('7-account-1'), 1_000)?.changes).toEqual({ name: '张三' })
})

test('a draft says whether the session ended over it, and one of an earlier release is read', () => {
  writeDraft(at('7-account-1'), { name: '张三' }, { isCutOff: true, now: 1_000 })
  expect(readDraft(at('7-account-1'), 1_000)).toEqual({ changes: { name: '张三' }, savedAt: 1_000, isCutOff: true })
  writeEntry('local', 'draft-7-account-2', { changes: { name: '李四' }, savedAt: 1_000 })
  expect(readDraft(at('7-account-2'), 1_000)).toEqual({ changes: { name: '李四' }, savedAt: 1_000 })
})

test('drafts of one kind are found by how their names begin, the newest first', () => {
  writeDraft(at('7-article-zh-new'), { title: '旧版' }, { now: 1_000 })
  writeDraft(at('7-article-zh-new-a1'), { title: '一' }, { now: 2_000 })
  writeDraft(at('7-article-zh-new-b2'), { title: '二' }, { now: 3_000 })
  writeDraft(at('7-article-zh-newer'), { title: '别的' }, { now: 4_000 })
  const found = draftsUnder(at('7-article-zh-new'), 5_000)
  expect(found.map(({ place, draft }) => [place.name, draft.changes.title])).toEqual([
    ['7-article-zh-new-b2', '二'],
    ['7-article-zh-new-a1', '一'],
    ['7-article-zh-new', '旧版'],
  ])
  expect(draftsUnder({ name: '7-article-zh-new', key: Buffer.alloc(32, 8).toString('base64url') }, 5_000)).toEqual([])
})
