// Whether links lead people outside to this server.
import { Type } from 'typebox'
import { signedIn } from '#contract/access.ts'
import { getCall } from '#contract/endpoint.ts'

/** PUBLIC_URL. Without it links carry the address at which the caller has opened the console. */
export const getPublicAddress = getCall('对外地址是否已设置', '/api/backend/publicAddress', signedIn, {
  data: Type.Object({ isSet: Type.Boolean() }),
})
