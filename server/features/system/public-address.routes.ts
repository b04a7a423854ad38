// Whether this server knows the address at which people outside reach it.
import { getPublicAddress } from '#contract/system/public-address.ts'
import { serve } from '#server/core/http/serve.ts'

export const routes = [
  serve(getPublicAddress, async ({ core: { config } }) => ({ isSet: config.publicUrl !== undefined })),
]
