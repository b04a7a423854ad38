// Entry of the gallery: reusable components in every state, for developers and tests. Not served in production.
import '#web/styles/base.css'
import { App } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { GalleryPage } from '#web/gallery/gallery-page.tsx'
import { useSettings } from '#web/lib/settings.ts'
import { giveStylesTheNonce } from '#web/lib/style-nonce.ts'
import { NotifierBridge } from '#web/shell/notices/notifier.tsx'
import { Themed } from '#web/shell/settings/themed.tsx'

declare global {
  interface Window {
    /** Remounts one part, so that tests need no page load for each. */
    mount: (part: string | null, theme: string | null) => void
  }
}

giveStylesTheNonce()
const element = document.getElementById('root')
const root = element && createRoot(element)
let round = 0

window.mount = (part, theme) => {
  round += 1
  const isDark = theme === 'dark'
  // in memory only: the stored settings of the console stay
  useSettings.setState({ language: 'zh', themeName: isDark ? 'theme-dark' : 'theme-default' })
  root?.render(
    <StrictMode key={round}>
      <Themed locales={{ zh: zhCN, en: enUS }}>
        <App>
          <NotifierBridge />
          <GalleryPage only={part} isDark={isDark} />
        </App>
      </Themed>
    </StrictMode>,
  )
}

const asked = new URLSearchParams(location.search)
window.mount(asked.get('part'), asked.get('theme'))
