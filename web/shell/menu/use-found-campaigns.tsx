// Accounts and campaigns of search marketing for the menu search, each with the right to its page.
import { FundProjectionScreenOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { useEffect, useMemo, useState } from 'react'
import { findSearchCampaigns } from '#contract/operations/search-detail.ts'
import { searchSourceLabels } from '#contract/operations/search-labels.ts'
import { getSearchMarketing, querySearchAccounts } from '#contract/operations/search-marketing.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { hasTyped } from '#web/lib/has-typed.ts'
import { useCall } from '#web/lib/query.ts'
import { useTexts } from '../texts/texts.ts'
import { type Group, groupOf } from './menu-search-results.tsx'
import { marked, useDebounced } from './use-found-customers.tsx'

/** Fewer characters find half of everything. */
const LEAST = 2
const MOST = 8
const FIGURES = '/operate/SemDeta'
const DETAIL = '/operate/SemDetail'

type Found = { groups: readonly Group[]; isAsking: boolean }
const none: readonly Group[] = []

/** By the key of texts and by pinyin, once their tables have loaded; they are asked for with the first word. */
function useHasTyped(isWanted: boolean): typeof hasTyped {
  const [has, setHas] = useState(() => hasTyped)
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    import('#web/lib/spelled.ts').then(
      ({ hasSpelled }) => isCurrent && setHas(() => hasSpelled),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted])
  return has
}

export function useFoundCampaigns(query: string): Found {
  const texts = useTexts().search
  const isAllowed = useIsAllowed()
  const typed = query.trim()
  const debounced = useDebounced(typed)
  const isWanted = Array.from(debounced).length >= LEAST
  const quiet = { hideErrorMsg: true }
  const maySeeCampaigns = isAllowed(findSearchCampaigns)
  // the page of an account's figures is another than those that list its name
  const maySeeAccounts = isAllowed(getSearchMarketing)
  const campaigns = useCall(
    findSearchCampaigns,
    { text: debounced },
    { enabled: maySeeCampaigns && isWanted, call: quiet },
  )
  const accounts = useCall(querySearchAccounts, {}, { enabled: maySeeAccounts && isWanted, call: quiet })
  const has = useHasTyped(maySeeAccounts && isWanted)
  const isCurrent = isWanted && debounced === typed
  const groups = useMemo(() => {
    if (!isCurrent) return none
    const named = (accounts.data ?? []).filter(({ name }) => has(name, debounced))
    return [
      groupOf(
        'semAccounts',
        texts.semAccounts,
        named.slice(0, MOST).map(({ id, source, name }) => ({
          ...marked(name, debounced),
          id: `semAccount-${id}`,
          icon: <FundProjectionScreenOutlined />,
          trail: [{ title: searchSourceLabels[source], mark: undefined }],
          address: `${FIGURES}?${new URLSearchParams({ accountId: id })}`,
          isNewWindow: false,
        })),
      ),
      groupOf(
        'campaigns',
        texts.campaigns,
        (campaigns.data ?? []).slice(0, MOST).map(({ source, accountId, account, campaign }) => ({
          ...marked(campaign, debounced),
          id: `campaign-${accountId}-${campaign}`,
          icon: <UnorderedListOutlined />,
          trail: [
            { title: searchSourceLabels[source], mark: undefined },
            { title: account, mark: undefined },
          ],
          address: `${DETAIL}?${new URLSearchParams({ source, accountId, campaign })}`,
          isNewWindow: false,
        })),
      ),
    ]
  }, [isCurrent, accounts.data, campaigns.data, debounced, has, texts])
  const isDue = (maySeeCampaigns || maySeeAccounts) && Array.from(typed).length >= LEAST
  return { groups, isAsking: isDue && (debounced !== typed || campaigns.isFetching || accounts.isFetching) }
}
