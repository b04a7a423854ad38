// The audit log: it cannot be changed, the chain reveals changes made anyway, and no act happens without its row.
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { disableUser, getUserInfoById } from '#contract/organisation/users.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { audit, difference } from './audit.ts'
import { checkSeals, sealAudit } from './seals.ts'

const server = testServer()
const by = { id: '1', name: 'somebody', address: '127.0.0.1', requestId: 'request' }

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client(server().database.owner)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** As an attacker with the rights of the tables' owner. */
const unguarded = (statement: string) =>
  asOwner(`alter table audit_log disable trigger user; alter table audit_seals disable trigger user; ${statement};
    alter table audit_log enable trigger user; alter table audit_seals enable trigger user`)

const keyOf = () => server().server.core.config.secretKey
const brokenRows = async () => (await checkSeals(server().database.db, keyOf())).broken

const write = (targetId: string) =>
  server().database.db.transaction((tx) =>
    audit(tx, by, { action: 'test.act', targetType: 'test', targetId, after: { a: 1 } }),
  )

describe('the audit log', () => {
  it('cannot be changed or emptied by the application’s role', async () => {
    await write('1')
    for (const statement of [
      "update audit_log set action = 'x'",
      'delete from audit_log',
      'truncate audit_log',
      'delete from audit_seals',
    ]) {
      await expect(server().database.pool.query(statement)).rejects.toThrow(/permission denied/)
    }
  })

  it('cannot be changed by the owner either', async () => {
    for (const statement of ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log']) {
      await expect(asOwner(statement)).rejects.toThrow('audit_log is append-only')
    }
  })

  it('is chained: the check names every row altered, removed or sealed without the key', async () => {
    const { db } = server().database
    for (const each of ['a', 'b', 'c', 'd']) await write(each)
    expect((await sealAudit(db, keyOf())).sealed).toBeGreaterThanOrEqual(4)
    await write('e')
    expect(await sealAudit(db, keyOf())).toMatchObject({
      sealed: 1,
      head: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(await sealAudit(db, keyOf())).toEqual({ sealed: 0, head: null })
    expect(await brokenRows()).toEqual([])

    const rows = await db.select().from(auditLog).orderBy(auditLog.id)
    const idOf = (target: string) => rows.find(({ targetId }) => targetId === target)?.id ?? ''
    await unguarded(`update audit_log set after = '{"a": 2}' where id in (${idOf('b')}, ${idOf('d')})`)
    expect(await brokenRows()).toEqual([idOf('b'), idOf('d')])
    await unguarded(`update audit_log set after = '{"a": 1}' where id in (${idOf('b')}, ${idOf('d')})`)
    expect(await brokenRows()).toEqual([])
    await unguarded(`delete from audit_log where id = ${idOf('b')}`)
    expect(await brokenRows()).toEqual([idOf('b')])
    // with the row gone, the seal fits what is left only for who knows the key
    await unguarded(`update audit_seals set hash = encode(sha256('x'), 'hex') where audit_id = ${idOf('b')}`)
    expect(await brokenRows()).toEqual([idOf('b'), idOf('c')])
    expect((await checkSeals(db, `${keyOf()}x`)).brokenCount).toBe(rows.length)
  })

  it('seals each row once, also from two processes at a time', async () => {
    const { db, pool } = server().database
    for (let each = 0; each < 5; each++) await write(`parallel${each}`)
    await Promise.all([sealAudit(db, keyOf()), sealAudit(db, keyOf()), sealAudit(db, keyOf())])
    await sealAudit(db, keyOf())
    const { rows } = await pool.query<{ open: number }>(
      'select count(*)::int as open from audit_log where id not in (select audit_id from audit_seals)',
    )
    expect(rows[0]?.open).toBe(0)
  })

  it('stores no secret', async () => {
    const act = {
      action: 'test.secret',
      targetType: 'test',
      targetId: 's',
      after: { password: 'hidden', passwordHash: 'hidden', a: 1 },
    }
    await server().database.db.transaction((tx) => audit(tx, by, act))
    const rows = await server().database.db.select().from(auditLog)
    expect(rows.find(({ targetId }) => targetId === 's')?.after).toEqual({ password: '***', passwordHash: '***', a: 1 })
  })

  it('rolls back an act whose row cannot be written', async () => {
    const admin = await server().as('administrator')
    const { id } = await makeUser(server().database.db)
    const app = server().database.connection.user
    await asOwner(`revoke insert on audit_log from "${app}"`)
    expect((await admin.call(disableUser, { id })).code).toBe(500)
    await asOwner(`grant insert on audit_log to "${app}"`)
    expect((await admin.call(getUserInfoById, { id })).data.status).toBe('enabled')
  })
})

describe('difference', () => {
  it('names only what changed', () => {
    expect(difference({ a: 1, b: [1], c: null }, { a: 2, b: [1], c: null })).toEqual({
      before: { a: 1 },
      after: { a: 2 },
    })
  })
})
