// Entry of the console, for signed-in people and public pages.
import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { reportErrors } from './lib/errors/error-report.ts'
import { queryClient } from './lib/query.ts'
import { usePages } from './lib/session/menus.ts'
import { followOtherTabs } from './lib/session/session.ts'
import { BASE } from './lib/site.ts'
import { giveStylesTheNonce } from './lib/style-nonce.ts'
import { pages } from './pages.ts'
import { Console } from './shell/console.tsx'
import { NotifierBridge } from './shell/notices/notifier.tsx'
import { OpenPages } from './shell/pages/open-pages.tsx'
import { Themed } from './shell/settings/themed.tsx'

reportErrors()
giveStylesTheNonce()
followOtherTabs()
usePages.setState({ pages })

const locales = { zh: zhCN, en: enUS }
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Themed locales={locales}>
        <App message={{ maxCount: 3, top: 56 }}>
          <NotifierBridge />
          <QueryClientProvider client={queryClient}>
            {/* no transitions: render a page switch at once */}
            <BrowserRouter basename={BASE} useTransitions={false}>
              <Console />
            </BrowserRouter>
            <OpenPages />
          </QueryClientProvider>
        </App>
      </Themed>
    </StrictMode>,
  )
}
