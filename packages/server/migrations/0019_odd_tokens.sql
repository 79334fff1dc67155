-- A token whose deploy is odd: what is minted of it is odd, too (decision 0021). The index is built again.
ALTER TABLE "mrc20_token" ADD COLUMN "odd" boolean DEFAULT false NOT NULL;
