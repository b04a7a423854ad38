// The visits of registrations are stored with the node of search marketing that was paid for each.
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/connection.ts'
import { registrationTouches } from '#server/db/schema/members/registration-touches.ts'
import { semAccounts, semNodes } from '#server/db/schema/operations.ts'
import type { StoredVisit } from './touches.rules.ts'

/** A name belongs to the account of its source that had it last; the keyword is taken before its campaign. */
export async function storeVisits(
  tx: Tx,
  visits: readonly (StoredVisit & { registrationId: string })[],
): Promise<void> {
  if (visits.length === 0) return
  const rows = visits.map(({ clickId, referrerHost, landingPath, registrationId, referrer: _, ...visit }) => ({
    ...visit,
    registration_id: registrationId,
    click_id: clickId,
    referrer_host: referrerHost,
    landing_path: landingPath,
  }))
  await tx.execute(sql`insert into ${registrationTouches} (registration_id, at, source, medium, campaign, term, engine, node_id,
      click_id, referrer_host, landing_path)
    select t.registration_id, t.at, t.source, t.medium, t.campaign, t.term, t.engine, found.id, t.click_id, t.referrer_host,
        t.landing_path
      from json_to_recordset(${JSON.stringify(rows)}::json) as t(registration_id bigint, at timestamptz, source text,
          medium text, campaign text, term text, engine text, click_id text, referrer_host text, landing_path text)
        left join lateral (select n.id from ${semNodes} n join ${semAccounts} a on a.id = n.account_id
          where a.source = t.engine and n.campaign <> '' and (lower(n.campaign) = lower(t.campaign)
              or lower(n.own_campaign) = lower(t.campaign))
            and n.level in ('campaign', 'keyword')
            and (n.keyword = '' or lower(t.term) in (lower(n.keyword), lower(n.own_keyword)))
          order by n.account_id desc, n.level = 'keyword' desc, n.id desc limit 1) found on true
      order by t.registration_id, t.at`)
}
