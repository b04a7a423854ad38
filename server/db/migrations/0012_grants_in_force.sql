ALTER TABLE "member_accounts" ADD COLUMN "next_starts_on" date;--> statement-breakpoint
ALTER TABLE "member_accounts" ADD COLUMN "next_ends_on" date;--> statement-breakpoint
ALTER TABLE "member_accounts" ADD COLUMN "next_kind" text;--> statement-breakpoint
CREATE INDEX "member_accounts_next" ON "member_accounts" USING btree ("next_starts_on") WHERE "member_accounts"."next_starts_on" is not null;--> statement-breakpoint
UPDATE "member_accounts" AS a SET "starts_on" = s."starts_on", "ends_on" = s."ends_on", "grant_kind" = s."kind",
  "next_starts_on" = s."next_starts_on", "next_ends_on" = s."next_ends_on", "next_kind" = s."next_kind"
FROM (SELECT i."id", c."kind", c."starts_on", c."ends_on", n."kind" AS "next_kind", n."starts_on" AS "next_starts_on", n."ends_on" AS "next_ends_on"
  FROM "member_accounts" i
  JOIN LATERAL (SELECT g."kind", g."starts_on", g."ends_on" FROM "grants" g WHERE g."account_id" = i."id" AND g."revoked_at" IS NULL
    ORDER BY CASE WHEN g."starts_on" > current_date THEN 1 WHEN g."ends_on" < current_date THEN 2 ELSE 0 END,
      CASE WHEN g."starts_on" > current_date THEN g."starts_on" END, g."ends_on" DESC, g."starts_on", g."id" DESC LIMIT 1) c ON true
  LEFT JOIN LATERAL (SELECT g."kind", g."starts_on", g."ends_on" FROM "grants" g WHERE g."account_id" = i."id" AND g."revoked_at" IS NULL
      AND g."starts_on" > greatest(current_date, c."starts_on") AND g."ends_on" > c."ends_on"
    ORDER BY g."starts_on", g."ends_on" DESC, g."id" DESC LIMIT 1) n ON true) s
WHERE a."id" = s."id" AND (a."starts_on", a."ends_on", a."grant_kind", a."next_kind") IS DISTINCT FROM (s."starts_on", s."ends_on", s."kind", s."next_kind");
