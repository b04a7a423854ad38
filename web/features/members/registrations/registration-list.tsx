// Registrations for a trial: waiting time, owner, acts.
import { ApartmentOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Page } from '#contract/envelope.ts'
import {
  assignRegistrations,
  exportRegistrations,
  getRegistration,
  queryRegistrations,
  type RegistrationQuery,
  type RegistrationRow,
  rejectRegistrations,
  setRegistrationRules,
} from '#contract/members/registration-handling.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useActive } from '#web/lib/active.ts'
import { call } from '#web/lib/call.ts'
import { useRegistrationNews } from '#web/lib/live/registration-news.ts'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { subProductOptions } from '../form-labels.ts'
import { useRegistrationActs } from './registration-acts.tsx'
import { RegistrationDetails } from './registration-details.tsx'
import { provinceOptions, RegistrationWait, registrationTones } from './registration-labels.tsx'
import { RegistrationRulesDrawer } from './registration-rules.tsx'

/** Debounce: registrations in quick succession cause one read, ms. */
const DEBOUNCE_MS = 300
const shown = { queryKey: [queryRegistrations.path], type: 'active' } as const

/**
 * Button with the number of registrations since the list was loaded. A click shows them: rows never move by themselves.
 */
function RegistrationNews() {
  const client = useQueryClient()
  const isActive = useActive()
  const newsCount = useRegistrationNews()
  const lastRead = useRef(newsCount)
  /** Additional rows since the list was loaded. */
  const [more, setMore] = useState({ count: 0, loadedAt: 0 })
  const query = () => client.getQueryCache().findAll(shown)[0]

  useEffect(() => {
    if (!isActive || newsCount === lastRead.current) return
    const timer = setTimeout(async () => {
      lastRead.current = newsCount
      const list = query()
      const page = list?.state.data as Page<RegistrationRow> | undefined
      if (!list || !page) return
      // only the server knows whether a registration matches the filters and the person's scope
      const input = { ...(list.queryKey[1] as RegistrationQuery), current: 1, size: 1 }
      const now = await call(queryRegistrations, input, { hideErrorMsg: true }).catch(() => null)
      if (now) setMore({ count: now.total - page.total, loadedAt: list.state.dataUpdatedAt })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  })

  const loadedAt = useSyncExternalStore(
    (listen) => client.getQueryCache().subscribe(listen),
    () => query()?.state.dataUpdatedAt ?? 0,
  )
  if (more.count <= 0 || loadedAt !== more.loadedAt) return null
  const show = () => {
    setMore({ count: 0, loadedAt: 0 })
    void client.invalidateQueries({ queryKey: [queryRegistrations.path] })
  }
  return (
    <span role="status">
      <Button type="link" size="small" onClick={show}>
        {`有 ${more.count} 条新注册`}
      </Button>
    </span>
  )
}

const filters = filtersOf(queryRegistrations, ['company', 'mobile', 'state'])

const advanced = [
  flagFilter('isOpen', '办结', { yes: '未办结', no: '已办结' }),
  ...filtersOf(queryRegistrations, ['contact']),
  selectFilter('subProduct', '试用产品', subProductOptions),
  selectFilter('province', '所在省份', provinceOptions),
  ...filtersOf(queryRegistrations, ['source']),
  flagFilter('isOwned', '分配', { yes: '已分配', no: '待分配' }),
  userFilter('ownerId', '负责人'),
  dayRangeFilter('days', '注册日期', 'from', 'to'),
]

const columns = columnsOf(queryRegistrations, {
  company: { width: 220, opens: true },
  contact: { width: 80 },
  mobile: { width: 120, tip: '按全号或后四位查找，完整号码在详情中' },
  subProduct: { width: 110, render: ({ subProduct }) => subProductOf(subProduct).title },
  province: { width: 100, empty: '—' },
  state: { width: 90, tones: registrationTones },
  ownerId: { width: 90, render: ({ ownerName }) => ownerName || '待分配' },
  firstContactAt: {
    width: 130,
    tip: '未联系的显示已等待的时间，已联系的显示首次联系的用时',
    render: (row) => <RegistrationWait {...row} />,
  },
  createdAt: { width: 140 },
  source: { width: 90 },
  closedAt: { width: 140 },
})

export default function RegistrationList() {
  const isAllowed = useIsAllowed()
  const [shown, setShown] = useState<RegistrationRow>()
  const [isSettingRules, setSettingRules] = useState(false)
  const { actionsOf, assign, reject, dialogs } = useRegistrationActs()
  return (
    <>
      <ListPage
        endpoint={queryRegistrations}
        emptyHint="客户提交试用申请后，会列在这里。"
        settings="registration"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ company }) => company}
        rowActions={actionsOf}
        onOpen={isAllowed(getRegistration) ? setShown : undefined}
        toolbar={
          <>
            <Can call={setRegistrationRules}>
              <Button icon={<ApartmentOutlined />} onClick={() => setSettingRules(true)}>
                按省份分配
              </Button>
            </Can>
            <RegistrationNews />
          </>
        }
        exportCall={exportRegistrations}
        batchActs={[
          { label: '分配', call: assignRegistrations, run: assign },
          { label: '标记无效', call: rejectRegistrations, isDanger: true, run: reject },
        ]}
      />
      {shown && <RegistrationDetails row={shown} actionsOf={actionsOf} onClosed={() => setShown(undefined)} />}
      {isSettingRules && <RegistrationRulesDrawer onClosed={() => setSettingRules(false)} />}
      {dialogs}
    </>
  )
}
