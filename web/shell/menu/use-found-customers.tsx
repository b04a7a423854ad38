// Customers, accounts, meetings and visited enterprises for the menu search: debounced, only with the right to search them.
import { ApartmentOutlined, EnvironmentOutlined, ScheduleOutlined, UserOutlined } from '@ant-design/icons'
import { useEffect, useMemo, useState } from 'react'
import { CUSTOMER_SEARCH_MIN, type FoundCustomers, searchCustomers } from '#contract/members/customer-search.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useCall } from '#web/lib/query.ts'
import { useTexts } from '../texts/texts.ts'
import type { Texts } from '../texts/zh.ts'
import type { Mark } from './menu-search.rules.ts'
import type { Group, Row } from './menu-search-results.tsx'

const DEBOUNCE_MS = 300
const CUSTOMER_LIST = '/userControl/customerManagement/customerList'
const MEETING_LIST = '/application/meetingExhibition/managementMeeting'
const SITE_LIST = '/application/visitingAssistants/enterpriseManageme'

/** Debounced text. */
export function useDebounced(typed: string): string {
  const [debounced, setDebounced] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return debounced
}

function markIn(text: string, typed: string): Mark | undefined {
  const at = text.toLowerCase().indexOf(typed.toLowerCase())
  if (at < 0) return undefined
  const from = Array.from(text.slice(0, at)).length
  return { from, to: from + Array.from(typed).length }
}

export const marked = (title: string, typed: string) => ({ title, mark: markIn(title, typed) })

type Words = { typed: string; texts: Texts['search'] }

function customerRow({ id, name, ownerName }: FoundCustomers['customers'][number], { typed, texts }: Words): Row {
  return {
    ...marked(name, typed),
    id: `customer-${id}`,
    icon: <ApartmentOutlined />,
    trail: [{ title: texts.owner(ownerName), mark: undefined }],
    address: `${CUSTOMER_LIST}?name=${encodeURIComponent(name)}`,
    isNewWindow: false,
  }
}

function accountRow(account: FoundCustomers['accounts'][number], { typed }: Words): Row {
  const { id, subProduct, realName, loginName, mobile, enterpriseName } = account
  const { prefix, title, pages } = subProductOf(subProduct)
  return {
    ...marked(`${realName}（${loginName}）`, typed),
    id: `account-${id}`,
    icon: <UserOutlined />,
    trail: [{ title, mark: undefined }, { title: enterpriseName, mark: undefined }, marked(mobile, typed)],
    address: `/application/${prefix}/${pages.accounts}?loginName=${encodeURIComponent(loginName)}`,
    isNewWindow: false,
  }
}

function meetingRow({ id, name, edition, startsOn, city }: FoundCustomers['meetings'][number], { typed }: Words): Row {
  return {
    ...marked(name, typed),
    id: `meeting-${id}`,
    icon: <ScheduleOutlined />,
    trail: [edition, startsOn, city].filter(Boolean).map((title) => ({ title, mark: undefined })),
    address: `${MEETING_LIST}?${new URLSearchParams({ name })}`,
    isNewWindow: false,
  }
}

function siteRow({ id, name, note }: FoundCustomers['sites'][number], { typed }: Words): Row {
  return {
    ...marked(name, typed),
    id: `site-${id}`,
    icon: <EnvironmentOutlined />,
    trail: note === '' ? [] : [{ title: note, mark: undefined }],
    address: `${SITE_LIST}?${new URLSearchParams({ name })}`,
    isNewWindow: false,
  }
}

type Found = { groups: readonly Group[]; maySearch: boolean; isAsking: boolean }
const none: readonly Group[] = []

export function useFoundCustomers(query: string): Found {
  const texts = useTexts().search
  const maySearch = useIsAllowed()(searchCustomers)
  const typed = query.trim()
  const debounced = useDebounced(typed)
  const isLong = (text: string) => Array.from(text).length >= CUSTOMER_SEARCH_MIN
  const isWanted = maySearch && isLong(debounced)
  const { data, isFetching } = useCall(
    searchCustomers,
    { text: debounced },
    { enabled: isWanted, call: { hideErrorMsg: true } },
  )
  // hide results of a previous query
  const found = isWanted && debounced === typed ? data : undefined
  const groups = useMemo(() => {
    if (!found) return none
    const words = { typed: debounced, texts }
    const { customers, accounts, meetings, sites } = found
    const group = <T,>(
      key: string,
      title: string,
      rows: readonly T[],
      rowOf: (row: T, words: Words) => Row,
    ): Group => ({
      key,
      title,
      count: rows.length,
      rowAt: (at) => rowOf(rows[at] as T, words),
    })
    return [
      group('customers', texts.customers, customers, customerRow),
      group('accounts', texts.accounts, accounts, accountRow),
      group('meetings', texts.meetings, meetings, meetingRow),
      group('sites', texts.sites, sites, siteRow),
    ]
  }, [found, debounced, texts])
  return { groups, maySearch, isAsking: maySearch && isLong(typed) && (debounced !== typed || isFetching) }
}
