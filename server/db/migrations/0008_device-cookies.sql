DROP INDEX "sign_in_locks_pair";--> statement-breakpoint
ALTER TABLE "sign_in_failures" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_locks" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_locks_pair" ON "sign_in_locks" USING btree ("user_name","address","device");