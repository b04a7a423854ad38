// Two administrators act on each other concurrently, in different ways: one of them remains.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { updateUserDepartRelation } from '#contract/organisation/staff-links.ts'
import { deleteUser, disableUser, lockUser } from '#contract/organisation/users.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let one: Person
let other: Person

const run = (text: string, values: unknown[] = []) => server().database.pool.query(text, values)

beforeEach(async () => {
  one = await server().as('administrator')
  other = await server().as('administrator')
  await run(
    "update users set locked = true where id <> all($1) and role_id = (select id from roles where code = 'administrator')",
    [[one.id, other.id]],
  )
})
afterEach(() => run("update users set status = 'disabled' where id = any($1)", [[one.id, other.id]]))

const acts = {
  disable: (by: Person, { id }: Person) => by.call(disableUser, { id }),
  lock: (by: Person, { id }: Person) => by.call(lockUser, { id }),
  delete: (by: Person, { id }: Person) => by.call(deleteUser, { ids: id }),
  'move to another role': async (by: Person, { id }: Person) => {
    const { rows } = await run("select id::text from roles where code = 'reviewer'")
    const { rows: places } = await run('select dept_id::text as dept from users where id = $1', [id])
    const relation = { userId: id, roleId: rows[0].id, deptId: places[0].dept, saleParentId: null, editParentId: null }
    return by.call(updateUserDepartRelation, { ...relation, deputyRoleIds: [], customerParentIds: [] })
  },
}
type Act = keyof typeof acts
const names = Object.keys(acts) as Act[]
const pairs = names.flatMap((first, at) => names.slice(at).map((second) => [first, second] as const))

async function remaining(): Promise<number> {
  const { rows } = await run(`select count(*)::int as n from users u join roles r on r.id = u.role_id
    where r.code = 'administrator' and u.deleted_at is null and u.status = 'enabled' and not u.locked`)
  return rows[0].n
}

describe('the last administrator', () => {
  it.each(pairs)('%s against %s, concurrently: one remains', async (first, second) => {
    const replies = await Promise.all([acts[first](one, other), acts[second](other, one)])
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
    // refused as the last one, as stale, or as signed out
    for (const { code, status } of replies) if (code !== 200) expect([401, 403, 409]).toContain(status)
    expect(await remaining()).toBe(1)
  })
})
