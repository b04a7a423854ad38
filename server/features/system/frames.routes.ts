// Which external pages may be embedded. The browser refuses the others too: Content-Security-Policy, core/pages.ts.
import { getFrames } from '../../../contract/system/frames.ts'
import { serve } from '../../core/http/serve.ts'

export const routes = [serve(getFrames, async ({ core }) => core.config.frameAllow)]
