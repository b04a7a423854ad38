// Articles, quote items and staff for the menu search, each with the right to the page that lists them.
import { FileTextOutlined, StockOutlined, TeamOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { articleStateLabels } from '#contract/articles/article-labels.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { queryUserList } from '#contract/organisation/users.ts'
import { quoteItemCalls } from '#contract/prices/quote-items.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useCall } from '#web/lib/query.ts'
import { useTexts } from '../texts/texts.ts'
import { type Group, groupOf, type Row } from './menu-search-results.tsx'
import { marked, useDebounced } from './use-found-customers.tsx'

/** Fewer characters find half of everything. */
const LEAST = 2
const MOST = 5
const ARTICLES = '/data/actciles/articles'
const QUOTE_ITEMS = '/data/priceService/quoteItem'
const STAFF = '/userControl/accountCenter/userList'

type Found = { groups: readonly Group[]; isAsking: boolean }
const none: readonly Group[] = []

const trailOf = (...titles: string[]): Row['trail'] =>
  titles.filter((title) => title !== '').map((title) => ({ title, mark: undefined }))

export function useFoundRecords(query: string): Found {
  const texts = useTexts().search
  const isAllowed = useIsAllowed()
  const typed = query.trim()
  const debounced = useDebounced(typed)
  const isWanted = Array.from(debounced).length >= LEAST
  const isCurrent = isWanted && debounced === typed
  const optionsOf = (call: Parameters<typeof isAllowed>[0]) => ({
    enabled: isWanted && isAllowed(call),
    call: { hideErrorMsg: true },
  })
  const articles = useCall(articleCalls.zh.list, { words: debounced, size: MOST }, optionsOf(articleCalls.zh.list))
  const items = useCall(quoteItemCalls.list, { name: debounced, size: MOST }, optionsOf(quoteItemCalls.list))
  const staff = useCall(queryUserList, { realName: debounced, size: MOST }, optionsOf(queryUserList))
  const groups = useMemo(() => {
    if (!isCurrent) return none
    return [
      groupOf(
        'articles',
        texts.articles,
        (articles.data?.records ?? []).map(({ id, title, productNames, state }) => ({
          ...marked(title, debounced),
          id: `article-${id}`,
          icon: <FileTextOutlined />,
          trail: trailOf(productNames.join('、'), articleStateLabels[state]),
          address: `${ARTICLES}?${new URLSearchParams({ id })}`,
          isNewWindow: false,
        })),
      ),
      groupOf(
        'quoteItems',
        texts.quoteItems,
        (items.data?.records ?? []).map(({ id, name, productName, market }) => ({
          ...marked(name, debounced),
          id: `quoteItem-${id}`,
          icon: <StockOutlined />,
          trail: trailOf(productName, market),
          address: `${QUOTE_ITEMS}?${new URLSearchParams({ name })}`,
          isNewWindow: false,
        })),
      ),
      groupOf(
        'staff',
        texts.staff,
        (staff.data?.records ?? []).map(({ id, realName, userName, deptName }) => ({
          ...marked(`${realName}（${userName}）`, debounced),
          id: `staff-${id}`,
          icon: <TeamOutlined />,
          trail: trailOf(deptName),
          address: `${STAFF}?${new URLSearchParams({ userName })}`,
          isNewWindow: false,
        })),
      ),
    ]
  }, [isCurrent, articles.data, items.data, staff.data, debounced, texts])
  const isFetching = articles.isFetching || items.isFetching || staff.isFetching
  const isDue = Array.from(typed).length >= LEAST && [articles, items, staff].some(({ isEnabled }) => isEnabled)
  return { groups, isAsking: isFetching || (isDue && debounced !== typed) }
}
