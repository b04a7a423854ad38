// Contacts by their follow-ups over HTTP.
import { isAllowed } from '../../../contract/access.ts'
import { type ContactFollowRow, queryContactFollows, readsChannels } from '../../../contract/service/contact-follows.ts'
import { scopeValues } from '../../core/access/scope.ts'
import { serve } from '../../core/http/serve.ts'
import { listContactFollows } from './contact-follows.queries.ts'

/** The first characters and as many last ones as still name nobody; nothing where there is nothing. */
const masked = (text: string, first: number, last = '') => (text === '' ? '' : `${text.slice(0, first)}****${last}`)

/** Telephone numbers, landlines too, keep their last four characters, mail addresses their host. */
const withoutChannels = ({ mobile, email, wechat, ...row }: ContactFollowRow): ContactFollowRow => ({
  ...row,
  mobile: masked(mobile, 3, mobile.slice(-4)),
  email: masked(email, 1, email.slice(email.indexOf('@'))),
  wechat: masked(wechat, 2),
})

export const routes = [
  serve(queryContactFollows, async ({ body, db, actor }) => {
    const page = await listContactFollows(db, body, scopeValues(actor))
    if (isAllowed(readsChannels, actor)) return page
    return { ...page, records: page.records.map(withoutChannels) }
  }),
]
