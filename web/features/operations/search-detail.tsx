// SemDetail: one campaign, or a keyword or search word in it, down to the registrations that came of it.

import { keepPreviousData } from '@tanstack/react-query'
import { Button, Empty, Segmented, Select, Tag } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type Attribution,
  attributionBases,
  attributionBasisLabels,
  attributionModels,
  attributionText,
  attributionWindows,
  usualAttribution,
} from '#contract/operations/attribution.ts'
import {
  type SearchDetail as Detail,
  exportSearchDetail,
  findSearchCampaigns,
  getSearchDetail,
  partLabels,
  type SearchPlace,
} from '#contract/operations/search-detail.ts'
import { searchLevelLabels, searchSourceLabels, searchSources } from '#contract/operations/search-labels.ts'
import { type Comparison, getSearchMarketing } from '#contract/operations/search-marketing.ts'
import { querySearchWords } from '#contract/operations/search-words.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { printRange } from '#web/kit/form/date-range.rules.ts'
import { DateRangePicker } from '#web/kit/form/date-range.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { ExportButton } from '#web/kit/sheets/export-button.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { CampaignWords, PlaceParts } from './search-detail-parts.tsx'
import { FigureCards } from './search-figures.tsx'
import { SearchLeads } from './search-leads.tsx'
import { FIGURES } from './search-marketing-pages.ts'
import { SearchMerges } from './search-merges.tsx'
import { SearchNode } from './search-node.tsx'
import { daysOf, TouchSwitch } from './search-terms.tsx'
import { SearchTrend } from './search-trend.tsx'
import './search-marketing.css'

/** How leads are put down, where the address says so. */
function attributionIn(address: URLSearchParams): Partial<Attribution> {
  const touch = attributionModels.find((model) => model === address.get('touch'))
  const window = attributionWindows.find((days) => days === address.get('window'))
  const basis = attributionBases.find((each) => each === address.get('basis'))
  return { ...(touch && { touch }), ...(window && { window }), ...(basis && { basis }) }
}

/** What the address asks for; null while no campaign is chosen. */
function placeIn(address: URLSearchParams): SearchPlace | null {
  const source = searchSources.find((each) => each === address.get('source'))
  const campaign = address.get('campaign')
  if (!source || !campaign) return null
  const text = (name: string) => address.get(name) ?? ''
  return {
    source,
    campaign,
    ...daysOf(address.get('days') ?? undefined),
    ...(/^[1-9]\d{0,18}$/.test(text('accountId')) && { accountId: text('accountId') }),
    ...(text('keyword') && { keyword: text('keyword') }),
    ...(text('word') && { word: text('word') }),
    ...attributionIn(address),
  }
}

type Change = (changes: Readonly<Record<string, string | null>>) => void

/** Campaigns are found by typing. */
function CampaignSelect({ place, onChange }: { place: SearchPlace | null; onChange: Change }) {
  const [text, setText] = useState('')
  const found = useCall(findSearchCampaigns, text ? { text } : {}, { placeholderData: keepPreviousData })
  const campaigns = found.data ?? []
  const labelOf = ({ campaign, account }: { campaign: string; account: string }) => `${campaign} · ${account}`
  return (
    <Select
      className="search-choice"
      aria-label="推广计划"
      placeholder="选择推广计划"
      value={place?.campaign ?? null}
      showSearch={{ filterOption: false, onSearch: (typed) => setText(typed.trim()) }}
      notFoundContent={found.isFetching ? '正在查找…' : '没有找到推广计划'}
      options={campaigns.map((each, at) => ({ value: String(at), label: labelOf(each) }))}
      onChange={(at) => {
        const chosen = campaigns[Number(at)]
        if (!chosen) return
        const { source, accountId, campaign } = chosen
        onChange({ source, accountId, campaign, keyword: null, word: null })
      }}
    />
  )
}

const lists = { ...partLabels, words: '搜索词' } as const
type List = keyof typeof lists

/** Account and campaign that the place is in. */
function Above({ place, account, onChange }: { place: SearchPlace; account: string; onChange: Change }) {
  const openPage = useOpenPage()
  const mayOpen = useIsAllowed()(getSearchMarketing)
  const { accountId, campaign, from, to } = place
  if (accountId === undefined) return null
  const open = () => openPage(FIGURES, { accountId, ...(from && to && { days: `${from}~${to}` }) })
  const isWithin = place.keyword !== undefined || place.word !== undefined
  return (
    <p className="search-note search-above">
      账号：
      {mayOpen ? (
        <button type="button" className="text-link" onClick={open}>
          {account}
        </button>
      ) : (
        account
      )}
      {isWithin && (
        <>
          ，计划：
          <button type="button" className="text-link" onClick={() => onChange({ keyword: null, word: null })}>
            {campaign}
          </button>
        </>
      )}
    </p>
  )
}

/** What is below the place: a keyword has no other keywords. */
function Below({ place, onChange }: { place: SearchPlace; onChange: Change }) {
  const maySeeWords = useIsAllowed()(querySearchWords)
  const isCampaign = place.keyword === undefined && place.word === undefined
  const hasWords = isCampaign && maySeeWords
  const offered: List[] = [
    ...(isCampaign ? (['keyword'] as const) : []),
    'device',
    'day',
    ...(hasWords ? (['words'] as const) : []),
  ]
  const [chosen, setChosen] = useState<List>('keyword')
  const list = offered.find((each) => each === chosen) ?? 'device'
  return (
    <section className="search-part" aria-label="构成">
      <Segmented<List>
        aria-label="明细"
        value={list}
        options={offered.map((value) => ({ value, label: lists[value] }))}
        onChange={setChosen}
      />
      {list === 'words' ? (
        <CampaignWords place={place} onOpen={(word) => onChange({ word })} />
      ) : (
        <PlaceParts key={list} place={place} by={list} onOpenKeyword={(keyword) => onChange({ keyword })} />
      )}
    </section>
  )
}

type CampaignProps = {
  of: Detail
  place: SearchPlace
  compare: Comparison
  onCompare: (compare: Comparison) => void
  onChange: Change
}

function Campaign({ of: detail, place, compare, onCompare, onChange }: CampaignProps) {
  const { basis } = detail
  return (
    <>
      <Above place={place} account={detail.account} onChange={onChange} />
      {detail.node && (
        <div className="search-house">
          <SearchNode node={detail.node} total={detail.total} />
          {place.accountId !== undefined && (
            <SearchMerges
              place={{ ...place, accountId: place.accountId }}
              onMerged={(into) => onChange(place.keyword ? { keyword: into } : { campaign: into })}
            />
          )}
        </div>
      )}
      <FigureCards now={detail.total} before={detail.before} compare={compare} />
      <SearchTrend
        of={detail}
        compare={compare}
        onCompare={onCompare}
        accountId={place.accountId}
        source={place.source}
      />
      <p className="search-note">
        {`${detail.from} 至 ${detail.to}。`}
        {basis.length > 0
          ? `取${[...new Set(basis.map(({ level }) => searchLevelLabels[level]))].join('、')}报表。`
          : '这段时间没有报表。'}
        {`${attributionText(place)}。`}
      </p>
      <SearchLeads place={place} />
      {place.accountId !== undefined && (
        <Below key={`${place.keyword} ${place.word}`} place={place} onChange={onChange} />
      )}
    </>
  )
}

function Shown({ place, onChange }: { place: SearchPlace; onChange: Change }) {
  const [compare, setCompare] = useState<Comparison>('before')
  const asked = { ...place, compare }
  const read = useCall(getSearchDetail, asked, { placeholderData: keepPreviousData, call: { hideErrorMsg: true } })
  return (
    <Loaded read={read} rows={10}>
      {(detail) => <Campaign of={detail} place={place} compare={compare} onCompare={setCompare} onChange={onChange} />}
    </Loaded>
  )
}

export default function SearchDetail() {
  const [address, setAddress] = useSearchParams()
  const place = placeIn(address)
  const change: Change = (changes) => {
    const next = new URLSearchParams(address)
    for (const [key, value] of Object.entries(changes)) value === null ? next.delete(key) : next.set(key, value)
    setAddress(next, { replace: true })
  }
  const { from, to } = daysOf(address.get('days') ?? undefined)
  const part = place?.keyword ?? place?.word
  return (
    <div className="list-page search-detail">
      <div className="search-head">
        <h1>{place ? `${searchSourceLabels[place.source]} ${place.campaign}` : '推广明细'}</h1>
        {part !== undefined && (
          <Tag closable={{ 'aria-label': '查看整个计划' }} onClose={() => change({ keyword: null, word: null })}>
            {`${place?.keyword ? lists.keyword : lists.words}：${part}`}
          </Tag>
        )}
        <CampaignSelect place={place} onChange={change} />
        <span className="search-dates">
          <DateRangePicker
            value={{ start: from, end: to }}
            onChange={({ start, end }) =>
              change({ days: printRange({ start: start ?? end, end: end ?? start }) || null })
            }
          />
        </span>
        <TouchSwitch value={place?.touch} onChange={(touch) => change({ touch })} />
        <Select
          aria-label="归因窗口"
          value={place?.window ?? usualAttribution.window}
          options={attributionWindows.map((value) => ({ value, label: `前 ${value} 天` }))}
          onChange={(window) => change({ window })}
        />
        <Select
          aria-label="归因基准"
          value={place?.basis ?? usualAttribution.basis}
          options={optionsOf(attributionBasisLabels, attributionBases)}
          onChange={(basis) => change({ basis })}
        />
        {place && <ExportButton call={exportSearchDetail} query={place} total={1} />}
      </div>
      {place ? (
        <Shown place={place} onChange={change} />
      ) : (
        <Empty description="选择一个推广计划，查看它的消费、关键词和带来的注册">
          <Button onClick={() => document.querySelector<HTMLInputElement>('.search-choice input')?.focus()}>
            选择推广计划
          </Button>
        </Empty>
      )}
    </div>
  )
}
