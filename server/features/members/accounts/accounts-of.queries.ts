// Accounts by filters on their member, as a subselect for lists of what belongs to accounts.
import { type SQL, sql } from 'drizzle-orm'
import { memberAccounts, members } from '../../../db/schema/members/members.ts'

/** Ids of accounts whose member is such: no join that every count would pay for. */
export const accountsOf = (condition: SQL): SQL => sql`select ${memberAccounts.id} from ${memberAccounts}
  join ${members} on ${members.id} = ${memberAccounts.memberId} where ${condition}`
