import { type SQL, sql } from 'drizzle-orm'

/** Of users `u`: they were there before what the demo tells of the last months. Nobody acts before they were hired. */
export const isLongThere = (today: Date): SQL =>
  sql`u.created_at < ${today.toISOString()}::timestamptz - interval '90 days'`
