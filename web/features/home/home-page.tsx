// Home page: greeting, announcements and day figures, then the modules that the person has enabled, in order.
import './home-page.css'
import { Button } from 'antd'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { getUsersHomePageConfig, type HomeModule } from '#contract/home/home.ts'
import { getUserInfo } from '#contract/identity/own-account.ts'
import { useCall } from '#web/lib/query.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Announcements } from './announcements.tsx'
import { DayFigures } from './day-figures.tsx'
import { FollowUpBoard } from './follow-up-board.tsx'
import { greetingAt } from './greeting.rules.ts'
import { QuickEntries } from './quick-entries.tsx'

const today = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'long',
})

const DayWork = lazy(() => import('./day-work.tsx'))

function Greeting() {
  const session = useSession()
  const { data } = useCall(getUserInfo, undefined, { call: { hideErrorMsg: true } })
  const roles = data ? [data.role, ...data.deputyRoles].map(({ name }) => name) : []
  const facts = [roles.join('、'), data?.user.deptName].filter(Boolean).join(' · ')
  const now = new Date(serverNow())
  return (
    <div className="home-line home-greeting">
      <h1>
        {greetingAt(now)}，{session?.realName || session?.userName}
      </h1>
      <p>{facts}</p>
      <time dateTime={now.toISOString()}>{today.format(now)}</time>
    </div>
  )
}

function Module({ configType, days }: HomeModule) {
  if (configType === 3) return <QuickEntries />
  return <FollowUpBoard configType={configType} days={days ?? 0} />
}

function Modules() {
  const { data, isError, refetch } = useCall(getUsersHomePageConfig, undefined, { call: { hideErrorMsg: true } })
  if (!data) {
    return (
      <section className="home-card home-wide home-waiting" aria-busy={!isError}>
        {isError && (
          <p role="alert">
            首页模块加载失败
            <Button size="small" onClick={() => void refetch()}>
              重试
            </Button>
          </p>
        )}
      </section>
    )
  }
  const shown = data.filter(({ enabled, isOffered }) => enabled === 1 && isOffered)
  if (shown.length > 0) return shown.map((module) => <Module key={module.id} {...module} />)
  return (
    <section className="home-card home-wide home-empty">
      <p>首页模块都已关闭，可在右上角账号菜单的“系统设置”里打开。</p>
    </section>
  )
}

/** `registration`: component for the registration named in the address, the target of its notice (spec §2). */
type HomePageProps = { registration?: () => Promise<{ default: ComponentType }> }

export default function HomePage({ registration }: HomePageProps) {
  const [address] = useSearchParams()
  const [Registration] = useState(() => registration && lazy(registration))
  return (
    <div className="home">
      <div className="home-card home-wide home-head">
        <Greeting />
        <Announcements />
        <DayFigures />
      </div>
      <Modules />
      <Suspense>
        <DayWork />
      </Suspense>
      {Registration && address.has('registration') && (
        <Suspense>
          <Registration />
        </Suspense>
      )}
    </div>
  )
}
