// Accounts by what is asked of their member, as a select for conditions of what belongs to accounts.
import { type SQL, sql } from 'drizzle-orm'
import { memberAccounts, members } from '../../../db/schema/members.ts'

/** Ids of accounts whose member is such: no join that every count would pay for. */
export const accountsOf = (condition: SQL): SQL => sql`select ${memberAccounts.id} from ${memberAccounts}
  join ${members} on ${members.id} = ${memberAccounts.memberId} where ${condition}`
