// Accounts by filters on their member, as a subselect for lists whose rows belong to accounts.
import { type SQL, sql } from 'drizzle-orm'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'

/** Ids of accounts whose member matches: a subselect, so that counts without that filter need no join. */
export const accountsOf = (condition: SQL): SQL => sql`select ${memberAccounts.id} from ${memberAccounts}
  join ${members} on ${members.id} = ${memberAccounts.memberId} where ${condition}`
