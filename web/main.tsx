// Entry of the console, for signed-in people and public pages.
import '#web/styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { TABLE_BOTTOM_PX } from '#contract/limits.ts'
import { RenewSession } from '#web/features/identity/renew-session.tsx'
import { reportErrors } from '#web/lib/errors/error-report.ts'
import { queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/session/menus.ts'
import { renewHere } from '#web/lib/session/renewer.ts'
import { followOtherTabs } from '#web/lib/session/session.ts'
import { BASE } from '#web/lib/site.ts'
import { giveStylesTheNonce } from '#web/lib/style-nonce.ts'
import { Console } from '#web/shell/console.tsx'
import { NotifierBridge } from '#web/shell/notices/notifier.tsx'
import { OpenPages } from '#web/shell/pages/open-pages.tsx'
import { Themed } from '#web/shell/settings/themed.tsx'
import { pages } from './pages.ts'

reportErrors()
giveStylesTheNonce()
followOtherTabs(renewHere)
usePages.setState({ pages })

/** Notices stand above the pager and the acts of the last row, px. */
const NOTICES_BOTTOM_PX = TABLE_BOTTOM_PX + 52

const locales = { zh: zhCN, en: enUS }
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Themed locales={locales}>
        <App message={{ maxCount: 3, top: 56 }} notification={{ bottom: NOTICES_BOTTOM_PX }}>
          <NotifierBridge />
          <QueryClientProvider client={queryClient}>
            {/* no transitions: render a page switch at once */}
            <BrowserRouter basename={BASE} useTransitions={false}>
              <Console />
            </BrowserRouter>
            <OpenPages />
            <RenewSession />
          </QueryClientProvider>
        </App>
      </Themed>
    </StrictMode>,
  )
}
