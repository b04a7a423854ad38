// The migration that makes sessions of agendas, and the constraint on halls.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { asOwner } from '#test/database.ts'
import { testServer } from '#test/http.ts'
import { makeMeeting } from '#test/meeting-factories.ts'
import { meetingSessions } from './schema/meeting-sessions.ts'

const server = testServer()
const folder = join(import.meta.dirname, 'migrations')
const file = readdirSync(folder).find((name) => name.endsWith('_meeting_door.sql')) ?? ''
const statements = readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')
const ofAgendas = statements.slice(
  statements.findIndex((statement) => statement.includes('jsonb_array_elements')),
  statements.findIndex((statement) => statement.includes('DROP COLUMN "agenda"')) + 1,
)

const session = {
  day: '2026-06-18',
  from: '09:00',
  to: '10:00',
  hall: '主会场',
  title: '开幕',
  speaker: '',
  company: '',
}

it('§2 an upgrade keeps each session; of two that overlap the later one gets a hall of its own', async () => {
  const { database } = server()
  const host = await server().as('administrator')
  const { id } = await makeMeeting(database.db, host.id)
  const other = await makeMeeting(database.db, host.id)
  const agenda = [
    session,
    { ...session, from: '09:30', to: '11:00', title: '重叠' },
    { ...session, hall: '', title: '甲' },
    { ...session, hall: '', title: '乙' },
    { ...session, from: '10:00', to: '10:30', hall: '主会场 ', title: '接着' },
  ]
  await asOwner(database.owner, async (tx) => {
    await tx.execute(sql`alter table meetings add column agenda jsonb not null default '[]'`)
    await tx.execute(
      sql`update meetings set agenda = ${JSON.stringify(agenda)}::jsonb where id in (${id}, ${other.id})`,
    )
    for (const statement of ofAgendas) await tx.execute(sql.raw(statement))
  })
  const read = (meetingId: string) =>
    database.db
      .select({ hall: meetingSessions.hall, title: meetingSessions.title })
      .from(meetingSessions)
      .where(eq(meetingSessions.meetingId, meetingId))
      .orderBy(asc(meetingSessions.id))
  const kept = [
    { hall: '主会场', title: '开幕' },
    { hall: '主会场（重叠2）', title: '重叠' },
    { hall: '', title: '甲' },
    { hall: '', title: '乙' },
    { hall: '主会场', title: '接着' },
  ]
  expect(await read(id)).toEqual(kept)
  expect(await read(other.id), 'another meeting has halls of its own').toEqual(kept)
})

it('meetings-visits-sharing.md "WITHOUT OVERLAPS by hall": the table refuses two sessions at once in one hall', async () => {
  const { db } = server().database
  const host = await server().as('administrator')
  const { id: meetingId } = await makeMeeting(db, host.id)
  const add = (changes: Partial<typeof session>) =>
    db.insert(meetingSessions).values({ ...session, meetingId, ...changes })
  await add({})
  await add({ from: '10:00', to: '11:00' })
  await add({ day: '2026-06-19' })
  await add({ hall: '分会场' })
  for (const overlap of [
    { from: '09:59', to: '10:30' },
    { from: '08:00', to: '12:00' },
  ])
    await expect(add(overlap), JSON.stringify(overlap)).rejects.toMatchObject({
      cause: { constraint: 'meeting_sessions_hall' },
    })
})
