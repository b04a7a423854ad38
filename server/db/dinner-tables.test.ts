// The migration that makes tables and seats of dinner guests with numbers.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { asOwner } from '#test/database.ts'
import { testServer } from '#test/http.ts'
import { makeGuests, makeMeeting } from '#test/meeting-factories.ts'
import { dinnerGuests, dinnerSeats, dinnerTables } from './schema/dinner.ts'

const server = testServer()
const folder = join(import.meta.dirname, 'migrations')
const file = readdirSync(folder).find((name) => name.endsWith('_dinner.sql')) ?? ''
const statements = readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')
const ofGuests = statements.slice(
  statements.findIndex((statement) => statement.includes('INSERT INTO "dinner_tables"')),
  statements.findIndex((statement) => statement.includes('DROP COLUMN "seat"')) + 1,
)

it('§2 an upgrade keeps each dinner guest with table, seat and wish; who is signed up becomes that head', async () => {
  const { database } = server()
  const host = await server().as('administrator')
  const { id: meetingId } = await makeMeeting(database.db, host.id)
  const signedUp = await makeGuests(database.db, meetingId, { name: '张来宾', mobile: '13900000001' })
  await database.db.execute(sql`update sign_up_people set mobile = '13900000001' where sign_up_id = ${signedUp.id}`)
  await asOwner(database.owner, async (tx) => {
    await tx.execute(sql`alter table dinner_guests drop constraint dinner_guests_name,
      add column table_number integer, add column seat integer`)
    await tx.execute(sql`insert into dinner_guests (meeting_id, name, company, mobile, wish, table_number, seat) values
      (${meetingId}, '张来宾', '甲钢厂', '13900000001', '素食', 1, 3),
      (${meetingId}, '主讲人', '主办方', '', '清真', 1, 12),
      (${meetingId}, '远座', '', '', '', 2, 25)`)
    for (const statement of ofGuests) await tx.execute(sql.raw(statement))
  })
  const rows = await database.db
    .select({
      table: dinnerTables.name,
      seats: dinnerTables.seats,
      seat: dinnerSeats.seat,
      name: dinnerGuests.name,
      company: dinnerGuests.company,
      wish: dinnerGuests.wish,
      personId: dinnerGuests.personId,
    })
    .from(dinnerGuests)
    .innerJoin(dinnerSeats, eq(dinnerSeats.guestId, dinnerGuests.id))
    .innerJoin(dinnerTables, eq(dinnerTables.id, dinnerSeats.tableId))
    .where(eq(dinnerGuests.meetingId, meetingId))
    .orderBy(asc(dinnerTables.position), asc(dinnerSeats.seat))
  const head = { name: '', company: '', personId: signedUp.heads[0]?.id }
  expect(rows).toEqual([
    { table: '1 桌', seats: 12, seat: 3, wish: '素食', ...head },
    { table: '1 桌', seats: 12, seat: 12, wish: '清真', name: '主讲人', company: '主办方', personId: null },
    { table: '2 桌（续）', seats: 10, seat: 5, wish: '', name: '远座', company: '', personId: null },
  ])
})
