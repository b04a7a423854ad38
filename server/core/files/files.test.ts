// Files on the server's side: stored, deduplicated by content, cleaned up.
import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FilePurpose } from '#contract/files.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'
import { pictures, zipOf } from '#test/files.ts'
import { type Person, testServer } from '#test/http.ts'
import {
  type FileTarget,
  filesOf,
  keepFile,
  openFile,
  removeOrphanFiles,
  stageFile,
  storeFile,
  tieFiles,
  type UsableFile,
  usableFiles,
} from './files.ts'
import { storageOf } from './storage.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'files-'))
const server = testServer({ dataDir })
let person: Person
let other: Person

beforeAll(async () => {
  person = await server().as('administrator')
  other = await server().as('administrator')
})
afterEach(() => vi.restoreAllMocks())

const core = () => server().server.core
const store = (name: string, source: Buffer | Readable, purpose: FilePurpose = 'attachment', owner = person) =>
  core().db.transaction((tx) => storeFile(tx, { core: core(), name, source, purpose, ownerId: owner.id }))
const contentOf = async (id: string) => (await buffer((await openFile(core(), id)).stream)).toString()
const pathOf = (content: string | Buffer) => {
  const sha256 = hash('sha256', content, 'hex')
  return join(dataDir, 'files', sha256.slice(0, 2), sha256)
}
const incoming = () => readdirSync(join(dataDir, 'files/incoming'))

describe('a file', () => {
  it('§4 is read back unchanged, and stored under its hash, once for equal contents', async () => {
    const text = '现货价格,8450\n'
    const first = await store('价格.csv', Buffer.from(text))
    const second = await store(
      '另一个名字.csv',
      Readable.from([Buffer.from(text.slice(0, 5)), Buffer.from(text.slice(5))]),
    )
    expect(first).toMatchObject({ name: '价格.csv', type: 'text/plain', size: Buffer.byteLength(text), width: null })
    expect(second.id).not.toBe(first.id)
    expect(await contentOf(first.id)).toBe(text)
    expect(await contentOf(second.id)).toBe(text)
    expect(existsSync(pathOf(text))).toBe(true)
    expect(
      await core()
        .db.select()
        .from(fileContents)
        .where(eq(fileContents.sha256, hash('sha256', text, 'hex'))),
    ).toHaveLength(1)
    expect(incoming()).toEqual([])
  })

  it.each([
    ['a.jpg.php', pictures.jpeg, 'image', { name: 'a.jpg', type: 'image/jpeg', width: 3, height: 2 }],
    ['../../etc/图.png', pictures.png, 'image', { name: '图.png', type: 'image/png', width: 3, height: 2 }],
    ['动图.gif', pictures.gif, 'image', { type: 'image/gif', width: 3, height: 2 }],
    ['图.png', pictures.webp, 'avatar', { name: '图.webp', type: 'image/webp', width: 3, height: 2 }],
    ['a\r\nSet-Cookie: x.txt', Buffer.from('文'), 'attachment', { name: 'a Set-Cookie x.txt', type: 'text/plain' }],
    ['说明', Buffer.from([0xcb, 0xb5, 0xc3, 0xf7]), 'import', { name: '说明.csv', type: 'text/plain' }],
    ['包.docx', zipOf('a.txt', 'x'), 'attachment', { name: '包.zip', type: 'application/zip' }],
  ] as const)('§9 %s is what its content is, and is named after that', async (name, content, purpose, expected) => {
    expect(await store(name, content, purpose)).toMatchObject(expected)
  })

  it.each([
    ['html.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image', 'wrongType'],
    ['html.txt', Buffer.from('\n <HTML>'), 'attachment', 'wrongType'],
    ['图.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'image', 'wrongType'],
    ['a.png', Buffer.from('MZ\u0000\u0001program'), 'attachment', 'wrongType'],
    ['a.gif', pictures.gif, 'avatar', 'wrongType'],
    ['a.pdf', Buffer.from('%PDF-1.7\n'), 'import', 'wrongType'],
    ['flood.png', pictures.flood, 'image', 'tooLarge'],
    ['cut.jpg', pictures.jpeg.subarray(0, 24), 'image', 'wrongType'],
    ['empty.txt', Buffer.alloc(0), 'attachment', 'invalid'],
    ['large.png', Buffer.concat([pictures.png, Buffer.alloc(2 * 1_048_576)]), 'avatar', 'tooLarge'],
  ] as const)('§9 %s is refused', async (name, content, purpose, key) => {
    await expect(store(name, content, purpose)).rejects.toMatchObject({ key })
    expect(incoming()).toEqual([])
  })

  it('§9 a full disk is a clear error, and nothing is left over', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    vi.spyOn(storageOf(core().config), 'put').mockRejectedValueOnce(full)
    const refused = await store('满.txt', Buffer.from('没有地方')).catch((error: unknown) => error)
    expect(refused).toMatchObject({ key: 'overloaded', message: '服务器存储空间不足，文件没有保存，请通知运维人员' })
    expect(incoming()).toEqual([])
    expect(existsSync(pathOf('没有地方'))).toBe(false)
    expect(await core().db.select().from(files).where(eq(files.name, '满.txt'))).toEqual([])
    expect(await contentOf((await store('满.txt', Buffer.from('没有地方'))).id)).toBe('没有地方')
  })

  it('§9 an aborted upload leaves nothing', async () => {
    const broken = new Readable({
      read() {
        this.push('begun')
        this.destroy(new Error('gone'))
      },
    })
    await expect(store('断.txt', broken)).rejects.toThrow('gone')
    expect(incoming()).toEqual([])
  })
})

describe('the files of a row', () => {
  const row = { type: 'article', id: '1' }
  const tie = (wanted: UsableFile[]) => core().db.transaction((tx) => tieFiles(tx, row, wanted))
  const idsOf = async (found: Promise<UsableFile[]>) => (await found).map(({ id }) => id)

  it('§6 may be named by whoever edits the row; others only by the person who uploaded them', async () => {
    const own = await store('own.txt', Buffer.from('own'))
    const foreign = await store('foreign.txt', Buffer.from('foreign'), 'attachment', other)
    const named = [own.id, foreign.id, '999999', '9999999999999999999']
    const usable = (by: Person, ...targets: FileTarget[]) => idsOf(usableFiles(core().db, named, by, targets))
    expect(await usable(person, row)).toEqual([own.id])
    await tie([foreign])
    expect((await usable(person, row)).toSorted()).toEqual([own.id, foreign.id].toSorted())
    expect(await usable(person)).toEqual([own.id])
    expect(await usable(person, { ...row, id: '2' })).toEqual([own.id])
    await tie([own])
    expect(await usable(person, row)).toEqual([own.id])
    expect(await idsOf(filesOf(core().db, row))).toEqual([own.id])
  })

  it('§9 are refused once the clean-up has deleted them', async () => {
    const gone = await store('gone.txt', Buffer.from('gone'))
    await core().db.delete(files).where(eq(files.id, gone.id))
    await expect(tie([gone])).rejects.toMatchObject({ message: '文件不存在或已过期，请重新上传' })
  })
})

describe('the clean-up', () => {
  const age = (table: typeof files | typeof fileContents, column: string, hours: number, sha256: string) =>
    core().db.execute(
      sql`update ${table} set ${sql.identifier(column)} = now() - make_interval(hours => ${hours}) where sha256 = ${sha256}`,
    )
  const make = async (text: string, hours: number, purpose: FilePurpose = 'attachment') => {
    const file = await store('x.txt', Buffer.from(text), purpose)
    await age(files, 'created_at', hours, hash('sha256', text, 'hex'))
    await age(fileContents, 'brought_at', hours, hash('sha256', text, 'hex'))
    return file
  }

  it('§9 deletes unreferenced files after a day, exports after a week, contents with their last row', async () => {
    const used = await make('used', 100)
    await core().db.transaction((tx) => tieFiles(tx, { type: 'meeting', id: '5' }, [used]))
    await make('unused', 25)
    await make('young', 23)
    await make('exported', 100, 'export')
    await make('exported long ago', 200, 'export')
    await make('shared', 25)
    const shared = await store('y.txt', Buffer.from('shared'))
    await core().db.transaction((tx) => tieFiles(tx, { type: 'meeting', id: '6' }, [shared]))
    await age(fileContents, 'brought_at', 100, hash('sha256', 'shared', 'hex'))
    const left = join(dataDir, 'files/incoming/left')
    writeFileSync(left, 'half')
    utimesSync(left, new Date(Date.now() - 90_000_000), new Date(Date.now() - 90_000_000))

    expect(await removeOrphanFiles(core())).toEqual({ rows: 3, contents: 2, remains: 1 })
    const isThere = ['used', 'unused', 'young', 'exported', 'exported long ago', 'shared'].map((text) =>
      existsSync(pathOf(text)),
    )
    expect(isThere).toEqual([true, false, true, true, false, true])
    expect(await contentOf(used.id)).toBe('used')
    expect(await contentOf(shared.id)).toBe('shared')
    expect(await removeOrphanFiles(core())).toEqual({ rows: 0, contents: 0, remains: 0 })
  })

  it('§9 spares content that is being uploaded again: it is there for the new row', async () => {
    await make('again', 25)
    const staged = await stageFile(core().db, {
      core: core(),
      name: 'again.txt',
      source: Buffer.from('again'),
      purpose: 'attachment',
      ownerId: person.id,
    })
    expect(await removeOrphanFiles(core())).toMatchObject({ rows: 1, contents: 0 })
    const again = await keepFile(core().db, staged)
    expect(await contentOf(again.id)).toBe('again')
  })
})
