// External pages that may be embedded. Content-Security-Policy enforces the list too: core/http/pages.ts.
import { getFrames } from '#contract/system/frames.ts'
import { serve } from '#server/core/http/serve.ts'

export const routes = [serve(getFrames, async ({ core }) => core.config.frameAllow)]
