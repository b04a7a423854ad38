// The content area: header or title above the open pages, and pages without a tab in place of them.
import './workbench.css'
import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { HOME } from '#web/lib/session/menu.rules.ts'
import ForbiddenPage from './pages/forbidden-page.tsx'
import { PageAt } from './pages/page-at.tsx'
import { PageHostBox } from './pages/page-host.tsx'
import { useTabs } from './tabs/tabs.ts'
import type { TabsFlow } from './tabs/use-tabs-flow.ts'
import { useTexts } from './texts/texts.ts'
import type { Here } from './use-place.ts'

/** Header of a page opened inside the current tab: back button and title (spec §2). */
function TwoLevelHeader({ title, onBack }: { title: string; onBack: () => void }) {
  return (
    <header className="two-level-header">
      <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={onBack}>
        {useTexts().back}
      </Button>
      <h1>{title}</h1>
    </header>
  )
}

type Over = { header: Here['header']; title: string | null }

/** Header or screen-reader title of the page. Kept until the page switch commits, so both change in the same frame. */
function useOver({ target, header }: Here, front: string): Over {
  const title = target !== null && target.page.key !== HOME ? target.page.title : null
  const next = useMemo(() => ({ header, title }), [header, title])
  const [over, setOver] = useState<Over>(next)
  const isLeaving = target !== null && target.page.key !== front
  if (!isLeaving && over !== next) setOver(next)
  return over
}

const nothing = () => undefined

export function Workbench({ here, flow }: { here: Here; flow: TabsFlow }) {
  const { target, found, place, verdict } = here
  const front = useTabs((state) => state.front)
  const texts = useTexts()
  const { header, title } = useOver(here, front)
  return (
    <main className="workbench" aria-label={texts.pageContent}>
      {header && <TwoLevelHeader title={header.title} onBack={() => flow.goBack(header.back)} />}
      {!header && title !== null && <h1 className="workbench-title">{title}</h1>}
      <div className="page-slots">
        <PageHostBox />
        {!target && found && front === '' && (
          <div className="page-box" key={place.pathname}>
            {verdict === 'forbidden' ? <ForbiddenPage /> : <PageAt place={place} onReset={nothing} />}
          </div>
        )}
      </div>
    </main>
  )
}
