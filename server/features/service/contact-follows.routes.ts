// Contacts by their follow-ups over HTTP.
import { isAllowed } from '#contract/access.ts'
import { type ContactFollowRow, queryContactFollows, readsChannels } from '#contract/service/contact-follows.ts'
import { maskEmail, maskPhone, maskWechat } from '#server/core/access/masks.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { serve } from '#server/core/http/serve.ts'
import { listContactFollows } from './contact-follows.queries.ts'

const withoutChannels = ({ mobile, email, wechat, ...row }: ContactFollowRow): ContactFollowRow => ({
  ...row,
  mobile: maskPhone(mobile),
  email: maskEmail(email),
  wechat: maskWechat(wechat),
})

export const routes = [
  serve(queryContactFollows, async ({ body, db, actor }) => {
    const page = await listContactFollows(db, body, scopeValues(actor))
    if (isAllowed(readsChannels, actor)) return page
    return { ...page, records: page.records.map(withoutChannels) }
  }),
]
