// The home pages of the known accounts: quick entries, and recent messages.

import { eq, inArray, sql } from 'drizzle-orm'
import { idArray } from '#server/db/ids.ts'
import { isEmpty, type Tx } from '../connection.ts'
import { quickEntries } from '../schema/home.ts'
import { menus, users } from '../schema/organisation.ts'
import { announcements } from '../schema/system/announcements.ts'
import { pushMessages } from '../schema/system/system.ts'
import { knownUserNames } from './organisation/staff.ts'

/** Codes of menu pages by user name: what each begins the day with. */
export const demoEntries: Readonly<Record<string, readonly string[]>> = {
  admin: ['userList', 'role', 'customerList', 'registration', 'announcement', 'auditLog', 'jobs'],
  sjgly: [
    'product',
    'category',
    'quoteItem',
    'monitoringTemplate',
    'batchSettings',
    'dataToBeUpdatedToday',
    'dictionary',
  ],
  analyst: ['price', 'dataToBeUpdatedToday', 'quoteItem', 'searchData', 'series', 'product'],
  editor: ['articles', 'articlesEnglish', 'articleTemplate', 'dataToBeUpdatedToday', 'searchData', 'product'],
  reviewer: ['priceReview', 'newsReview', 'dataToBeUpdatedToday', 'price', 'articles'],
  sales: ['customerList', 'registration', 'bigData.accounts', 'officialWebsite.accounts', 'app.accounts', 'app.orders'],
  service: ['registration', 'accountSignals', 'customerList', 'bigData.accounts', 'officialWebsite.accounts'],
  manager: ['customerList', 'registration', 'accountSignals', 'bigData.accounts', 'officialWebsite.accounts'],
  operator: [
    'bigData.emailPushReport',
    'officialWebsite.emailPushTransactionPrice',
    'officialWebsite.visitsInfo',
    'announcement',
  ],
}

/** Adds nothing where it has been before. */
export async function addHomes(tx: Tx): Promise<void> {
  const people = await tx
    .select({ id: users.id, userName: users.userName })
    .from(users)
    .where(inArray(users.userName, [...knownUserNames]))
  if (people.length === 0) return
  if (await isEmpty(tx, quickEntries)) await addEntries(tx, people)
  if (await isEmpty(tx, pushMessages)) {
    // The message of a launched announcement. It is marked as read, or it would pop up over each first page.
    await tx.execute(sql`insert into ${pushMessages} (user_id, type, data, send_time, read_at)
      select person, 'notice', jsonb_build_object('title', ${announcements.title}, 'content', ${announcements.body}),
        ${announcements.launchedAt}, ${announcements.launchedAt} + interval '5 minutes'
      from ${announcements}, unnest(${idArray(people.map(({ id }) => id))}) person
      where ${eq(announcements.state, 'launched')} order by ${announcements.launchedAt}, person`)
  }
}

async function addEntries(tx: Tx, people: readonly { id: string; userName: string }[]): Promise<void> {
  const ids = new Map(
    (await tx.select({ id: menus.id, code: menus.code }).from(menus)).map((row) => [row.code, row.id]),
  )
  const rows = people.flatMap(({ id: userId, userName }) =>
    (demoEntries[userName] ?? []).flatMap((code, orders) => {
      const menuId = ids.get(code)
      return menuId === undefined ? [] : [{ userId, menuId, orders }]
    }),
  )
  if (rows.length > 0) await tx.insert(quickEntries).values(rows)
}
