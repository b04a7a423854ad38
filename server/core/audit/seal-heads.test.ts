// The newest seal, stored outside of the database as the head, and the faults reported when the chain no longer
// contains it.
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#contract/system/audit-log.ts'
import { sealAll } from '#test/audit.ts'
import { type Person, testServer } from '#test/http.ts'
import { createLog } from '../http/log.ts'
import { audit } from './audit.ts'
import { noteHead, readHead } from './seal-heads.ts'
import { newestSeal } from './seals.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'seal-heads-'))
const server = testServer({ dataDir })
const file = join(dataDir, 'audit-head.json')
const { log } = createLog('silent')
let admin: Person

async function unguarded(statement: string): Promise<void> {
  const client = new pg.Client(server().database.owner)
  await client.connect()
  await client.query(
    `alter table audit_log disable trigger user; alter table audit_seals disable trigger user; ${statement}`,
  )
  await client.end()
}

const config = () => server().server.core.config
const note = () => noteHead(server().database.db, config(), log)
const state = async () => (await admin.call(checkAuditChain)).data

/** Records an act, seals it, and stores the head. */
async function act(targetId: string): Promise<void> {
  const { db } = server().database
  const by = { id: null, name: 'somebody', address: '127.0.0.1', requestId: 'r' }
  await db.transaction((tx) => audit(tx, by, { action: 'test.act', targetType: 'test', targetId }))
  await sealAll(db, config().secretKey)
}

beforeEach(async () => {
  admin = await server().as('administrator')
})

describe('the stored head', () => {
  it('is a file that only the server may read, and is in the chain', async () => {
    await act('1')
    await note()
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(await readHead(config())).toEqual(await newestSeal(server().database.db))
    await act('2')
    expect(await state()).toMatchObject({ brokenCount: 0, headFault: null })
  })

  it('reports a tail that was cut off, and stays unchanged', async () => {
    await act('3')
    await note()
    const noted = readFileSync(file, 'utf8')
    await unguarded(`delete from audit_log where target_id = '3' and target_type = 'test';
      delete from audit_seals where audit_id not in (select id from audit_log)`)
    expect(await state()).toMatchObject({ brokenCount: 0, headFault: 'cut' })
    await act('4')
    await note()
    expect(readFileSync(file, 'utf8')).toBe(noted)
    expect(await state()).toMatchObject({ headFault: 'cut' })
  })

  it('reports that its file was altered', async () => {
    const head = await newestSeal(server().database.db)
    writeFileSync(file, JSON.stringify({ ...head, proof: 'x'.repeat(43) }))
    expect(await state()).toMatchObject({ headFault: 'forged' })
    writeFileSync(file, '{')
    expect(await state()).toMatchObject({ headFault: 'forged' })
  })

  it('reports a rebuilt chain, and each row in it not sealed with the key', async () => {
    const forged = (await newestSeal(server().database.db))?.id
    expect(forged).toBeDefined()
    await unguarded(`update audit_seals set hash = encode(sha256(audit_id::text::bytea), 'hex')`)
    const { brokenCount, sealed } = await state()
    expect(brokenCount).toBe(sealed)
  })
})
