// Third parties over HTTP.
import { readThirdPower, thirdPowerCalls } from '#contract/members/third-powers.ts'
import { checkAddresses } from '#server/core/http/addresses.ts'
import { checkFields, orNotFound } from '#server/core/http/refusal.ts'
import { serve, subProductById } from '#server/core/http/serve.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import { thirdPowers } from '#server/db/schema/members/partners.ts'
import { checkProducts } from '../grants/chosen-products.queries.ts'
import { isAppIdTaken, listThirdPowers, readDetails, subProductOfThirdPower } from './third-powers.queries.ts'

const rows = serveRows({
  calls: thirdPowerCalls,
  table: thirdPowers,
  target: 'thirdPower',
  nameOf: ({ name }) => name,
  list: ({ body, db }) => listThirdPowers(db, body),
  check: async (tx, form, { stored, subProduct }) => {
    checkAddresses(form.addresses)
    const isTaken = await isAppIdTaken(tx, { subProduct, appId: form.appId, ...(stored && { id: stored.id }) })
    checkFields({ appId: isTaken ? '该 App ID 在本子产品中已存在' : null })
    await checkProducts(tx, form.productIds)
    return form
  },
})

export const routes = [
  ...rows,

  serve(
    readThirdPower,
    async ({ body, db }) => orNotFound(await readDetails(db, body.id)),
    subProductById(subProductOfThirdPower),
  ),
]
