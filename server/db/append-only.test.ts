// Append-only tables: privileges stop the application's role from rewriting them, triggers stop even the owner.
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAccount } from '#test/factories.ts'
import { testServer } from '#test/http.ts'

const server = testServer()

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client(server().database.owner)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

beforeAll(async () => {
  const { db, pool } = server().database
  const account = await makeAccount(db, 'apiData')
  await pool.query(`
    with act as (insert into grant_acts (via, actor_name) values ('manual', 'somebody') returning id),
      added as (insert into grants (account_id, kind, starts_on, ends_on)
          values (${account.id}, 'trial', current_date, current_date)
        returning id)
    insert into grant_changes (act_id, grant_id, account_id, sub_product, action, grant_version)
      select act.id, added.id, ${account.id}, 'apiData', 'grant', 1 from act, added`)
  await pool.query(`insert into owner_changes (target, target_id, actor_name) values ('enterprise', 1, 'somebody')`)
})

const statements = [
  ['grant_changes', "update grant_changes set action = 'revoke'"],
  ['grant_changes', 'delete from grant_changes'],
  ['grant_changes', 'truncate grant_changes'],
  ['owner_changes', "update owner_changes set reason = 'x'"],
  ['owner_changes', 'delete from owner_changes'],
  ['owner_changes', 'truncate owner_changes'],
  ['grant_acts', "update grant_acts set reason = 'x'"],
  ['grant_acts', 'delete from grant_acts'],
  ['article_versions', "update article_versions set title = 'x'"],
  ['article_versions', 'delete from article_versions'],
  ['article_figures', 'delete from article_figures'],
  ['article_publications', 'update article_publications set version_id = null'],
  ['article_template_versions', "update article_template_versions set title = 'x'"],
  ['ai_calls', 'update ai_calls set cost = 0'],
  ['ai_calls', 'delete from ai_calls'],
] as const

describe('the ledger of grants, the history of owners, what articles were', () => {
  it.each(statements)('%s: the application may not %s', async (_, statement) => {
    await expect(server().database.pool.query(statement)).rejects.toThrow(/permission denied/)
  })

  it.each(statements)('%s: the owner cannot %s', async (table, statement) => {
    await expect(asOwner(statement)).rejects.toThrow(`${table} is append-only`)
  })

  it('grant_acts: what took an act back is written once', async () => {
    const { pool } = server().database
    await pool.query('update grant_acts set undone_by = 7')
    await expect(pool.query('update grant_acts set undone_by = 8')).rejects.toThrow('grant_acts is append-only')
    await expect(pool.query('update grant_acts set undone_by = null')).rejects.toThrow('grant_acts is append-only')
  })
})
