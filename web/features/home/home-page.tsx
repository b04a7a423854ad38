// The first page: who you are here, and the pages that are open to you. Boards and figures come with the home modules.
import './home-page.css'
import { Link } from 'react-router'
import { getUserInfo } from '../../../contract/identity.ts'
import { HOME, leavesOf, type MenuEntry } from '../../lib/menu.rules.ts'
import { useMenu } from '../../lib/menus.ts'
import { useCall } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { BASE } from '../../lib/site.ts'

function greeting(hour: number): string {
  if (hour < 6) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 14) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}

function QuickLink({ entry, area }: { entry: MenuEntry; area: string }) {
  const inside = (
    <>
      <strong>{entry.title}</strong>
      <small>{area}</small>
    </>
  )
  return entry.isNewWindow ? (
    <a className="home-link" href={BASE + entry.address} target="_blank" rel="noreferrer">
      {inside}
    </a>
  ) : (
    <Link className="home-link" to={entry.address}>
      {inside}
    </Link>
  )
}

export default function HomePage() {
  const session = useSession()
  const menu = useMenu()
  const { data } = useCall(getUserInfo, undefined, { call: { hideErrorMsg: true } })
  const roles = data ? [data.role, ...data.deputyRoles].map(({ name }) => name) : []
  const facts = [roles.join('、'), data?.user.deptName].filter(Boolean).join(' · ')
  const areas = menu.filter(({ path }) => path !== HOME)

  return (
    <div className="home">
      <section className="home-card">
        <h1>
          {greeting(new Date().getHours())}，{session?.realName || session?.userName}
        </h1>
        <p>{facts || '\u00a0'}</p>
      </section>
      <section className="home-card">
        <h2>可用页面</h2>
        {areas.length === 0 ? (
          <p>暂无菜单权限，请联系管理员</p>
        ) : (
          <ul className="home-links">
            {areas.flatMap((area) =>
              leavesOf([area]).map((entry) => (
                <li key={entry.path}>
                  <QuickLink entry={entry} area={area.title} />
                </li>
              )),
            )}
          </ul>
        )}
      </section>
    </div>
  )
}
