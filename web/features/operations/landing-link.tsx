// Makes the address that an advertisement leads to, and shows what its macros come out as at a click.
import { Button, Descriptions, Form, Input, Select, Typography } from 'antd'
import { useState } from 'react'
import {
  type LandingLink,
  type LinkSource,
  landingLink,
  linkMacros,
  linkParameters,
  sampleLink,
} from '#contract/operations/landing-links.ts'
import { searchSourceLabels } from '#contract/operations/search-labels.ts'
import { NAME_MAX } from '#contract/operations/search-marketing.ts'
import { hasHttpPrefix } from '#contract/validation.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'

const WIDTH = 640
const ADDRESS_MAX = 1_000
const sources = (Object.keys(linkMacros) as LinkSource[]).map((value) => ({ value, label: searchSourceLabels[value] }))

function Result({ of: link }: { of: LandingLink }) {
  const [isTested, setTested] = useState(false)
  const parameters = linkParameters(link)
  return (
    <>
      <Typography.Paragraph copyable code>
        {landingLink(link)}
      </Typography.Paragraph>
      <Button onClick={() => setTested(true)}>测试链接</Button>
      {isTested && (
        <section aria-label="点击后的参数">
          <p className="search-note">
            {`${searchSourceLabels[link.source]}在点击时替换花括号中的宏，并自行加上点击标识。以下是一次点击的示例：`}
          </p>
          <Descriptions
            size="small"
            bordered
            column={1}
            items={parameters.map(({ name, entered, sample }) => ({
              key: name,
              label: name,
              children: entered === sample ? sample : `${sample}（${entered === '' ? '自动添加' : entered}）`,
            }))}
          />
          <p className="search-note">
            <a href={sampleLink(link)} target="_blank" rel="noreferrer">
              按示例打开落地页
            </a>
          </p>
        </section>
      )}
    </>
  )
}

export function LandingLinkDrawer({ onClosed }: { onClosed: () => void }) {
  const [link, setLink] = useState<LandingLink>({
    address: `${window.location.origin}/backend/register`,
    source: 'baidu',
    campaign: '',
    term: '',
  })
  const set = (changes: Partial<LandingLink>) => setLink((now) => ({ ...now, ...changes }))
  const isAddress = hasHttpPrefix(link.address.trim()) && URL.canParse(link.address.trim())
  return (
    <DetailsDrawer title="落地页链接" size={WIDTH} onClosed={onClosed}>
      <Form layout="vertical">
        <Form.Item
          label="落地页地址"
          htmlFor="landing-address"
          {...(!isAddress && {
            validateStatus: 'error' as const,
            help: '请输入完整的网址，以 http:// 或 https:// 开头',
          })}
        >
          <Input
            id="landing-address"
            value={link.address}
            maxLength={ADDRESS_MAX}
            onChange={({ target }) => set({ address: target.value })}
          />
        </Form.Item>
        <Form.Item label="来源" htmlFor="landing-source">
          <Select<LinkSource>
            id="landing-source"
            value={link.source}
            options={sources}
            onChange={(source) => set({ source })}
          />
        </Form.Item>
        <Form.Item label="推广计划" htmlFor="landing-campaign" extra="与推广账号中的计划名称一致，注册才能计入该计划">
          <Input
            id="landing-campaign"
            value={link.campaign}
            maxLength={NAME_MAX}
            onChange={({ target }) => set({ campaign: target.value })}
          />
        </Form.Item>
        <Form.Item
          label="关键词"
          htmlFor="landing-term"
          extra={linkMacros[link.source].term ? '留空时由搜索引擎填入触发的关键词' : '该来源没有关键词文字的宏，请填写'}
        >
          <Input
            id="landing-term"
            value={link.term}
            maxLength={NAME_MAX}
            onChange={({ target }) => set({ term: target.value })}
          />
        </Form.Item>
      </Form>
      {isAddress && link.campaign.trim() !== '' ? (
        <Result of={{ ...link, address: link.address.trim() }} />
      ) : (
        <p className="search-note">填写地址和推广计划后生成链接。</p>
      )}
    </DetailsDrawer>
  )
}
