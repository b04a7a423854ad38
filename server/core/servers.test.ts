// Processes of one console: whether they share their files, and whether their clocks agree.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listServers } from '#contract/system/jobs.ts'
import { servers } from '#server/db/schema/core/servers.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, testServer } from '#test/http.ts'
import { bring } from '#test/sheets.ts'
import { linkTo } from './files/files.ts'
import { storageOf } from './files/storage.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'servers-'))
const own = folder()
const server = testServer({ dataDir: own })

describe('§38 processes that serve one console', () => {
  it('name who does not share files or has a wrong clock, to who may see the jobs', async () => {
    const { database, as } = server()
    const watcher = await as((await makeRole(database.db, 'jobs.view')).code)
    const shown = async () => (await watcher.call(listServers, {})).data

    await expect.poll(shown).toHaveLength(1)
    const sharing = await openTestServer(database, { dataDir: own })
    await expect.poll(shown).toHaveLength(2)
    const apart = await openTestServer(database, { dataDir: folder() })
    await expect.poll(shown).toHaveLength(3)
    expect((await shown()).map(({ sharesFiles, isClockOff }) => [sharesFiles, isClockOff])).toEqual([
      [true, false],
      [true, false],
      [false, false],
    ])
    const late = { id: '00000000-0000-4000-8000-000000000001', name: 'late:1', clockOffMs: -2_500 }
    const storage = await storageOf(server().server.core.config).identity()
    await database.db.insert(servers).values({ ...late, storage })
    expect((await shown()).at(-1)).toMatchObject({ name: 'late:1', sharesFiles: true, isClockOff: true })

    await sharing.server.close()
    await apart.server.close()
    expect(await shown()).toHaveLength(2)
    const other = await as((await makeRole(database.db, 'userList.view')).code)
    expect(await other.call(listServers, {})).toMatchObject({ code: 403 })
  })

  it('answer 404 and why for a file whose content another one keeps for itself', async () => {
    const { database, as } = server()
    const admin = await as('administrator')
    const fileId = await bring(server(), admin, '姓名\n张三')
    const url = linkTo(server().server.core, fileId, admin)
    const apart = await openTestServer(database, { dataDir: folder() })
    expect((await fetch(server().base + url)).status).toBe(200)
    const missing = await fetch(apart.base + url)
    expect(missing.status).toBe(404)
    expect(((await missing.json()) as { msg: string }).msg).toContain('文件的内容不在这台服务器上')
    await apart.server.close()
  })
})
