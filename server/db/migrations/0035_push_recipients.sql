DROP INDEX "messages_key";--> statement-breakpoint
DROP INDEX "messages_push";--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "key" SET DEFAULT '';--> statement-breakpoint
CREATE UNIQUE INDEX "messages_key" ON "messages" USING btree ("key") WHERE "messages"."key" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "messages_push" ON "messages" USING btree ("push_id","recipient_id") WHERE "messages"."push_id" is not null;